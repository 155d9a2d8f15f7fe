import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

/** Calls a tool by the MCP server that the client was told of, in its own way of being told. */
export async function callByMcp(argv, tool, input) {
  const { command, args, env } = findServer(argv);
  const server = spawn(command, args, { env, stdio: ['pipe', 'pipe', 'inherit'] });
  const lines = createInterface({ input: server.stdout })[Symbol.asyncIterator]();
  const ask = async (id, method, params) => {
    server.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id, method, params })}\n`);
    for (;;) {
      const { value, done } = await lines.next();
      if (done) throw new Error(`The MCP server ended at ${method}.`);
      const answer = JSON.parse(value);
      if (answer.id === id) return answer;
    }
  };
  try {
    const clientInfo = { name: 'scripted', version: '1.0.0' };
    await ask(1, 'initialize', { protocolVersion: '2025-11-25', capabilities: {}, clientInfo });
    server.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', method: 'notifications/initialized' })}\n`);
    const { result, error } = await ask(2, 'tools/call', { name: tool, arguments: input });
    if (error !== undefined || result.isError === true)
      throw new Error(`${tool}: ${error?.message ?? result.content[0].text}`);
  } finally {
    server.stdin.end();
  }
}

/** Only what is named is passed on, as strict clients do. */
const KEPT = ['PATH', 'HOME', 'NODE_COMPILE_CACHE'];
const pick = (names) => Object.fromEntries(names.map((name) => [name, process.env[name] ?? '']));
const expand = (env = {}) =>
  Object.fromEntries(
    Object.entries(env).map(([name, value]) => [
      name,
      value.replace(/^\$\{?(\w+)\}?$/, (_, from) => process.env[from] ?? ''),
    ]),
  );

function findServer(argv) {
  const valueOf = (option) => argv[argv.indexOf(option) + 1];
  const { GEMINI_CLI_HOME, OPENCODE_CONFIG } = process.env;
  if (argv.includes('--mcp-config')) {
    const { command, args, env } = onlyOne(readJson(valueOf('--mcp-config')).mcpServers);
    // One client expands what is named, the other passes its own environment on.
    return { command, args, env: env === undefined ? process.env : { ...pick(KEPT), ...expand(env) } };
  }
  if (OPENCODE_CONFIG !== undefined) {
    const { command } = onlyOne(readJson(OPENCODE_CONFIG).mcp);
    return { command: command[0], args: command.slice(1), env: process.env };
  }
  if (GEMINI_CLI_HOME !== undefined) {
    const { command, args, env } = readJson(join(GEMINI_CLI_HOME, '.gemini/settings.json')).mcpServers['baton-run'];
    return { command, args, env: { ...pick(KEPT), ...expand(env) } };
  }
  const setting = (name) => {
    const found = argv.find((word) => word.startsWith(`mcp_servers.baton-run.${name}=`));
    return JSON.parse(found.slice(found.indexOf('=') + 1));
  };
  return { command: setting('command'), args: setting('args'), env: pick([...KEPT, ...setting('env_vars')]) };
}

const readJson = (file) => JSON.parse(readFileSync(file, 'utf8'));

function onlyOne(servers) {
  const [server, ...others] = Object.values(servers);
  if (others.length > 0) throw new Error('There is more than one server.');
  return server;
}
