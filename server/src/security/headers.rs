//! Headers of every response. There is no CORS header: no page of another site may read anything.

use axum::http::{HeaderMap, HeaderName, HeaderValue, header};

/// For everything.
static ALWAYS: [(HeaderName, &str); 5] = [
    (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
    (header::X_FRAME_OPTIONS, "DENY"),
    // Not `no-referrer`: under that a browser sends `Origin: null` with our own forms.
    (header::REFERRER_POLICY, "same-origin"),
    (HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
    (HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
];

/// For answers that are data: nothing may run, nothing may keep them.
const DATA_POLICY: &str = "default-src 'none'; frame-ancestors 'none'";
/// For our own pages: their own files, nothing inline, nothing from elsewhere.
const PAGE_POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; \
    img-src 'self' data:; font-src 'self'; connect-src 'self'; form-action 'self'; \
    base-uri 'none'; frame-ancestors 'none'";
/// For the dashboard, which shows what others wrote: not even a picture that is written into the page.
const DASHBOARD_POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; \
    connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";
/// For Swagger UI, whose style sheet is partly inline.
const DOCS_POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; \
    img-src 'self' data:; font-src 'self'; connect-src 'self'; base-uri 'none'; \
    frame-ancestors 'none'";

/// For a year, this host by TLS only.
const ONLY_TLS: &str = "max-age=31536000";

/// Adds the headers that a response to this path needs, and the one for a client that spoke TLS.
pub fn apply(path: &str, tls: bool, headers: &mut HeaderMap) {
    if tls {
        headers.insert(header::STRICT_TRANSPORT_SECURITY, HeaderValue::from_static(ONLY_TLS));
    }
    for (name, value) in &ALWAYS {
        headers.insert(name, HeaderValue::from_static(value));
    }
    let policy = if path.starts_with("/api/") || path == "/metrics" {
        headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
        DATA_POLICY
    } else if path == "/dashboard" || path.starts_with("/dashboard/") {
        headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
        DASHBOARD_POLICY
    } else if path == "/docs" || path.starts_with("/docs/") {
        DOCS_POLICY
    } else {
        PAGE_POLICY
    };
    headers.insert(header::CONTENT_SECURITY_POLICY, HeaderValue::from_static(policy));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn data_is_kept_nowhere_and_each_page_has_its_policy() {
        for (path, policy, kept) in [
            ("/api/profile", DATA_POLICY, false),
            ("/metrics", DATA_POLICY, false),
            ("/metrics-of-mine", PAGE_POLICY, true),
            ("/docs", DOCS_POLICY, true),
            ("/docs/index.html", DOCS_POLICY, true),
            ("/docs-of-mine", PAGE_POLICY, true),
            ("/", PAGE_POLICY, true),
            ("/dashboard", DASHBOARD_POLICY, false),
            ("/dashboard/jobs/1", DASHBOARD_POLICY, false),
            ("/dashboard.css", PAGE_POLICY, true),
            ("/api", PAGE_POLICY, true),
        ] {
            let mut headers = HeaderMap::new();
            apply(path, false, &mut headers);
            assert_eq!(headers[header::CONTENT_SECURITY_POLICY], policy, "{path}");
            assert_eq!(headers.get(header::CACHE_CONTROL).is_none(), kept, "{path}");
            assert!(!headers.contains_key(header::STRICT_TRANSPORT_SECURITY), "{path}");
            apply(path, true, &mut headers);
            assert_eq!(headers[header::STRICT_TRANSPORT_SECURITY], ONLY_TLS, "{path}");
        }
    }
}
