// @ts-check
// An agent on the TypeScript SDK of the Model Context Protocol: `client.mjs http ADDRESS` or `client.mjs stdio PROGRAM SERVER`,
// with its token in VAULTY_AGENT_TOKEN. Each line of standard input is a call, `{"tool", "arguments"}`; what comes of it is
// a line of standard output.

import { createInterface } from "node:readline";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";

const [way = "", target = "", server = ""] = process.argv.slice(2);
const token = process.env.VAULTY_AGENT_TOKEN ?? "";

const transport = way === "http"
  ? new StreamableHTTPClientTransport(new URL(target), { requestInit: { headers: { Authorization: `Bearer ${token}` } } })
  : new StdioClientTransport({ command: target, args: ["mcp", "--server", server], env: { VAULTY_AGENT_TOKEN: token } });
const client = new Client({ name: "vaulty-test-agent", version: "1.0.0" });
await client.connect(transport);

const { tools } = await client.listTools();
const { prompts } = await client.listPrompts();
const { resourceTemplates } = await client.listResourceTemplates();
console.log(JSON.stringify({ tools: tools.map(({ name }) => name), prompts: prompts.length, templates: resourceTemplates.length }));

for await (const line of createInterface({ input: process.stdin })) {
  const { tool, arguments: given } = JSON.parse(line);
  const result = await client.callTool({ name: tool, arguments: given }).catch((error) => ({ refused: String(error) }));
  console.log(JSON.stringify(result));
}
await client.close();
