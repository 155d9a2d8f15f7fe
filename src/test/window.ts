import { Client, StreamableHTTPClientTransport, type Transport } from '@modelcontextprotocol/client';
import { KEEPS_TOKEN_HEADER, TOKEN_HEADER, TOKEN_META_KEY } from '#contract/tools.ts';
import type { Id } from '#contract/fields.ts';
import type { TestServer } from './harness.ts';
import { EARLIER, askEarlier, askModern } from './mcp-call.ts';

/** Every window of these tests is the same program. */
export const PROGRAM = 'claude-code';

type Args = Record<string, unknown>;

export interface Answered {
  text: string;
  isError: boolean;
}

/** One of several windows of a client. */
export interface Window {
  /** Identified by a session; without one by its name, and by the tokens it sends. */
  hasSession: boolean;
  /** It stores the token and sends it with every call, as the command line does per working tree. */
  keepsToken: boolean;
  call(tool: string, args: Args): Promise<Answered>;
  /** Loses its memory, and its session. */
  restart(): Promise<void>;
  close(): Promise<void>;
}

interface Place {
  server: TestServer;
  key: string;
  project: Id;
}

/** The previous revision: a handshake issues the session id of every call. */
export async function openEarlier({ server, key, project }: Place): Promise<Window> {
  let session = '';
  const restart = async () => {
    const clientInfo = { name: PROGRAM, version: '1' };
    const params = { protocolVersion: EARLIER, capabilities: {}, clientInfo };
    const begun = await askEarlier(server, 'initialize', params, { key, project });
    session = String(begun.headers['mcp-session-id']);
  };
  await restart();
  return {
    hasSession: true,
    keepsToken: false,
    call: (name, args) =>
      askEarlier(
        server,
        'tools/call',
        { name, arguments: args },
        { key, project, headers: { 'mcp-session-id': session } },
      ),
    restart,
    close: async () => undefined,
  };
}

/** The newest revision: only what they send distinguishes two windows. */
export const openModern = ({ server, key, project }: Place): Window => ({
  hasSession: false,
  keepsToken: false,
  call: (name, args) => askModern(server, 'tools/call', { name, arguments: args }, { key, project, client: PROGRAM }),
  restart: async () => undefined,
  close: async () => undefined,
});

/** A program that stores the token of its working tree for the agent. It survives a restart. */
export function openTree({ server, key, project }: Place): Window {
  let token: string | null = null;
  return {
    hasSession: false,
    keepsToken: true,
    async call(name, args) {
      const headers = { [KEEPS_TOKEN_HEADER]: '1', ...(token === null ? {} : { [TOKEN_HEADER]: token }) };
      const answer = await askModern(
        server,
        'tools/call',
        { name, arguments: args },
        { key, project, client: PROGRAM, headers },
      );
      const meta = (answer.result?.['_meta'] ?? {}) as { [TOKEN_META_KEY]?: { token: string | null } };
      const kept = meta[TOKEN_META_KEY];
      if (kept !== undefined) token = kept.token;
      return answer;
    },
    restart: async () => undefined,
    close: async () => undefined,
  };
}

/** The official client, over the given transport. */
export async function openClient(mode: 'legacy' | 'auto', connect: () => Transport): Promise<Window> {
  let client = new Client({ name: PROGRAM, version: '1.0.0' }, { versionNegotiation: { mode } });
  await client.connect(connect());
  return {
    hasSession: mode === 'legacy',
    keepsToken: false,
    async call(name, args) {
      const result = await client.callTool({ name, arguments: args });
      const [said] = result.content as { text: string }[];
      return { text: said?.text ?? '', isError: result.isError === true };
    },
    async restart() {
      await client.close();
      client = new Client({ name: PROGRAM, version: '1.0.0' }, { versionNegotiation: { mode } });
      await client.connect(connect());
    },
    close: () => client.close(),
  };
}

export const overHttp = (url: string, { key, project }: Omit<Place, 'server'>): Transport =>
  new StreamableHTTPClientTransport(new URL(`${url}/mcp/${project}`), {
    requestInit: { headers: { authorization: `Bearer ${key}` } },
  });
