//! What a person does with the browser's own controls: its menus, keys and buttons. WebDriver BiDi reaches pages alone, so
//! that these are set off in the browser's own code, right where they arrive.

use anyhow::{Context as _, Result, bail};
use serde_json::{Value, json};

use super::{
    heard::{Heard, call},
    value::plain,
};
use crate::wire::{Wire, text};

/// The extension's id, as its manifest has it (`browser_specific_settings`).
pub const EXTENSION: &str = "{6f0a4b9e-3f0d-4a57-9a7c-5d0b3d2c7e61}";
/// The extension (`ext`), what its APIs share (`all`), and a tab by its number (`tabOf`).
const NAMES: &str = "const ext = WebExtensionPolicy.getByID(id).extension; \
    const { ExtensionParent } = ChromeUtils.importESModule('resource://gre/modules/ExtensionParent.sys.mjs'); \
    const all = ExtensionParent.apiManager.global; \
    const tabOf = (number) => all.tabTracker.getTab(number); \
    const inFront = async (tab) => { const window = tab.ownerDocument.defaultView; window.gBrowser.selectedTab = tab; \
        window.focus(); while (all.tabTracker.activeTab !== tab) await new Promise((go) => window.setTimeout(go, 10)); \
        return window; };";
/// Ends the background page, as the browser does when it is idle.
pub(super) const END_BACKGROUND: &str = "await ext.terminateBackground({ ignoreDevToolsAttached: true, disableResetIdleForTest: true });";
/// Chooses from the menu of a page: which entry, in which frame, of which tab.
pub(super) const MENU: &str = "ext.emit('webext-menu-menuitem-click', { menuItemId: given[0], frameId: given[1], \
    editable: given[0] === 'fill-field', modifiers: [] }, tabOf(given[2]));";
/// Presses the keys of a command: which one, in which tab, which comes to the front for it.
pub(super) const KEYS: &str = "await inFront(tabOf(given[1])); \
    ExtensionParent.apiManager.getAPI('commands', ext).emit('command', given[0]);";
/// Presses the toolbar button, in a tab that is in front.
pub(super) const BUTTON: &str =
    "await all.browserActionFor(ext).triggerAction(await inFront(tabOf(given[0])));";
/// Whether the sidebar of a tab's window shows the extension.
pub(super) const SIDEBAR: &str = "const { SidebarController: bar } = tabOf(given[0]).ownerDocument.defaultView; \
    return bar.isOpen && bar.currentID.endsWith('-sidebar-action');";
/// Kills the process of a tab.
const CRASH: &str = "const tools = Cc['@mozilla.org/processtools-service;1'].getService(Ci.nsIProcessToolsService); \
    const found = [...Services.wm.getEnumerator('navigator:browser')].flatMap((window) => window.gBrowser.browsers) \
        .find((one) => one.browsingContext.currentURI.spec === given[0]); \
    tools.kill(found.browsingContext.currentWindowGlobal.osPid);";

/// Runs one of these with what it is given.
pub(super) fn run(wire: &Wire<Heard>, body: &str, given: &Value) -> Result<Value> {
    let tree = call(wire, "browsingContext.getTree", json!({"moz:scope": "chrome"}))?;
    let window = tree
        .pointer("/contexts/0/context")
        .and_then(Value::as_str)
        .context("the browser has no window")?;
    let expression =
        format!("(async (id, given) => {{ {NAMES} {body} }})({}, {given})", Value::from(EXTENSION));
    let params = json!({
        "expression": expression, "target": {"context": window}, "awaitPromise": true,
    });
    let answer = call(wire, "script.evaluate", params)?;
    if text(&answer, "type") == "exception" {
        let details = answer.get("exceptionDetails").unwrap_or(&Value::Null);
        bail!("the browser threw: {}", text(details, "text"));
    }
    Ok(answer.get("result").map(plain).unwrap_or_default())
}

/// Kills the process of the tab that shows this address.
pub(super) fn crash(wire: &Wire<Heard>, url: &str) -> Result<()> {
    run(wire, CRASH, &json!([url])).map(drop)
}
