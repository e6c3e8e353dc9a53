"""A planner of your own for Vaulty. It sees the form and the names of what the profile holds, never a value."""
import json, sys
from http.server import BaseHTTPRequestHandler, HTTPServer

KEYS = {"given-name": "firstName", "family-name": "lastName", "email": "email", "tel": "phone",
        "street-address": "address.street", "address-level2": "address.city",
        "postal-code": "address.zipCode", "country": "address.country"}


def plan(asked):
    """What to do with a page: fill what is empty, else press what sends, once. The person is asked before either."""
    page, actions = asked["observation"], []
    sent = any(done["action"]["type"] == "CLICK" and done["result"]["ok"] for done in asked.get("history", []))
    for field in page["fields"]:
        key, is_empty = KEYS.get(field.get("role")), field.get("valueState", "empty") == "empty"
        if key in asked.get("profileKeys", []) and is_empty:
            target = {"by": "index", "index": field["index"], "elementType": "field"}
            actions.append({"type": "SELECT" if field["tag"] == "select" else "FILL", "target": target, "valueFrom": key})
    for button in page["buttons"]:
        if button.get("submits") and not actions and not sent:
            actions.append({"type": "CLICK", "target": {"by": "index", "index": button["index"], "elementType": "button"}})
    return {"actions": actions or [{"type": "DONE", "summary": "Nothing is left to do here."}]}


class Planner(BaseHTTPRequestHandler):
    def answer(self, said):
        self.send_response(200 if said else 404)
        self.end_headers()
        self.wfile.write(json.dumps(said).encode())

    def do_GET(self):  # Contract 2 speaks of keys, not of values.
        self.answer(self.path == "/api/health" and {"status": "ok", "name": "mine", "version": "1", "contract": 2})

    def do_POST(self):
        asked = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        self.answer(self.path == "/api/agent/next" and plan(asked))

server = HTTPServer(("127.0.0.1", int((sys.argv + ["3100"])[1])), Planner)
print(f"listening on http://127.0.0.1:{server.server_port}", flush=True)
server.serve_forever()
