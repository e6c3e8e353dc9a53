// @ts-check
// Puts an agent's token on the requests of a program that has no place for one: `bearer.mjs SERVER`, with the token in
// VAULTY_AGENT_TOKEN. It listens on loopback and prints its address. Its own name becomes the server's; every other Host and
// Origin goes through as it came, so that what is tested of them is the server.

import { createServer, request } from "node:http";

const server = new URL(process.argv[2] ?? "");
const token = process.env.VAULTY_AGENT_TOKEN ?? "";

const forwarder = createServer((asked, answer) => {
  const headers = { ...asked.headers, authorization: `Bearer ${token}` };
  for (const name of ["127.0.0.1", "localhost"]) {
    const own = `${name}:${port()}`;
    if (headers.host === own) headers.host = server.host;
    if (headers.origin === `http://${own}`) headers.origin = server.origin;
  }
  const onward = request(
    { host: server.hostname, port: server.port, path: asked.url, method: asked.method, headers },
    (got) => {
      answer.writeHead(got.statusCode ?? 502, got.headers);
      got.pipe(answer);
    },
  );
  onward.on("error", () => answer.writeHead(502).end());
  answer.on("close", () => onward.destroy());
  asked.pipe(onward);
});

function port() {
  const address = forwarder.address();
  return address !== null && typeof address === "object" ? address.port : 0;
}

forwarder.listen(0, "127.0.0.1", () => console.log(`http://127.0.0.1:${port()}`));
