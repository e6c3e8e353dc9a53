//! Who is let in: browsers, sessions of the dashboard, agents; and whether a profile is kept.

use maud::{Markup, html};

use super::{
    frame::{in_code, nothing},
    readable::{ago, count, moment, shown, size},
};
use crate::{
    security::Agent,
    store::{AgentCall, KnownToken},
};

/// Calls of an agent that are shown.
const CALLS: usize = 5;

/// What the page is made from.
#[derive(Debug)]
pub struct Access<'a> {
    /// The time.
    pub now: i64,
    /// Paired browsers, oldest first.
    pub browsers: &'a [KnownToken],
    /// Sessions of the dashboard that are not over.
    pub sessions: &'a [KnownToken],
    /// The session that asks.
    pub own: i64,
    /// Agents.
    pub agents: &'a [Agent],
    /// What they asked, newest first.
    pub calls: &'a [AgentCall],
    /// When a profile was stored, and how many bytes the sealed one has; none where there is none.
    pub profile: Option<(i64, usize)>,
}

/// The page's body.
pub fn page(access: &Access<'_>) -> Markup {
    let Access { now, browsers, sessions, own, agents, calls, profile } = access;
    html! {
        section aria-labelledby="browsers" {
            h2 #browsers { "Paired browsers" }
            @if browsers.is_empty() {
                (nothing("No browser is paired.", "Run `vaulty-server pair` where the server runs, and enter the code in Vaulty’s Settings under Server."))
            } @else {
                ul.access { @for token in *browsers { (browser(token, *now)) } }
                p.muted { (in_code("A browser that is revoked gets nothing from this server any more; what it holds itself it keeps. `vaulty-server pair` pairs another one.")) }
            }
        }
        section aria-labelledby="sessions" {
            h2 #sessions { "Signed in to this dashboard" }
            ul.access { @for token in *sessions { (session(token, *own, *now)) } }
        }
        section aria-labelledby="agents" {
            h2 #agents { "Agents" }
            @if agents.is_empty() {
                (nothing("No agent is let in.", "`vaulty-server agents add NAME` lets one ask your browser to fill forms that you share with it. It never gets a value."))
            } @else {
                ul.access { @for agent in *agents { (one_agent(agent, calls, *now)) } }
                p.muted { "Jobs that a revoked agent started go on with you; stop them in Vaulty." }
            }
        }
        section aria-labelledby="profile" {
            h2 #profile { "Sealed profile" }
            @match profile {
                Some((saved, bytes)) => {
                    p { "A copy of your profile is kept here, stored " (moment(*saved)) " (" (ago(*now, *saved)) "), " (size(*bytes as u64)) " sealed." }
                    p.muted { "It is sealed with a key of its own (XChaCha20-Poly1305), which is itself sealed with the server’s master key. Password, payment card and documents are never in it. What it holds is shown in your browser alone: Vaulty’s Settings → Your data exports and erases it." }
                }
                None => (nothing("No profile is kept here.", "Your profile stays in your browser unless you send it: Vaulty’s Settings → Upload to server.")),
            }
        }
    }
}

/// When a token was last used, as far as that is known.
fn used(token: &KnownToken, now: i64) -> Markup {
    html! {
        @if token.used_at > 0 { "last used " (ago(now, token.used_at)) } @else { "last use not known" }
    }
}

fn browser(token: &KnownToken, now: i64) -> Markup {
    let name = shown(&token.name);
    let name = if name.trim().is_empty() { format!("Browser {}", token.id) } else { name };
    html! {
        li {
            div {
                b dir="auto" { (name) }
                span.muted { "paired " (moment(token.created_at)) ", " (used(token, now)) }
            }
            (revoke_token(token.id, &name))
        }
    }
}

fn session(token: &KnownToken, own: i64, now: i64) -> Markup {
    let is_own = token.id == own;
    let name = shown(&token.name);
    html! {
        li {
            div {
                b { (name) @if is_own { " (this one)" } }
                span.muted { "since " (moment(token.created_at)) ", " @if is_own { "in use now" } @else { (used(token, now)) } }
            }
            @if is_own { span.muted { "ends with Sign out" } } @else { (revoke_token(token.id, &format!("{name} {}", token.id))) }
        }
    }
}

fn revoke_token(id: i64, name: &str) -> Markup {
    html! {
        form method="post" action="/dashboard/access/revoke" {
            input type="hidden" name="token" value=(id);
            button.danger type="submit" aria-label=(format!("Revoke {name}")) { "Revoke" }
        }
    }
}

fn one_agent(agent: &Agent, calls: &[AgentCall], now: i64) -> Markup {
    let own: Vec<&AgentCall> = calls.iter().filter(|call| call.agent == agent.name).collect();
    let name = shown(&agent.name);
    html! {
        li {
            div {
                b dir="auto" { (name) }
                span.muted {
                    "since " (moment(agent.created_at)) ", "
                    @match own.first() { Some(call) => { "last asked " (ago(now, call.at)) }, None => "has asked nothing yet" }
                }
                p {
                    "May use "
                    @for (at, tool) in agent.tools.iter().enumerate() { @if at > 0 { ", " } code { (shown(tool)) } }
                    "; hears of "
                    @if agent.sites.is_empty() { "every form that you share" } @else {
                        @for (at, site) in agent.sites.iter().enumerate() { @if at > 0 { ", " } bdi { (shown(site)) } }
                    }
                    "."
                }
                @if !own.is_empty() {
                    details {
                        summary { "Last calls (" (count(own.len(), "is", "are")) " kept)" }
                        ul.calls {
                            @for call in own.iter().take(CALLS) {
                                li {
                                    (moment(call.at)) " " code { (shown(&call.tool)) } " " span dir="auto" { (shown(&call.outcome)) }
                                    @if !call.site.is_empty() { " on " bdi { (shown(&call.site)) } }
                                }
                            }
                        }
                    }
                }
            }
            form method="post" action="/dashboard/access/revoke" {
                input type="hidden" name="agent" value=(agent.id);
                button.danger type="submit" aria-label=(format!("Revoke {name}")) { "Revoke" }
            }
        }
    }
}
