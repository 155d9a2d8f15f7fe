import type { IncomingHttpHeaders } from 'node:http';
import { CLIENT_INFO_META_KEY } from '@modelcontextprotocol/server';
import { BatonToken } from '#contract/fields.ts';
import type { McpSessions } from './mcp-sessions.ts';

type Fields = { [key: string]: unknown };
const fieldsOf = (value: unknown): Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : {};
const textOf = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);

/** The name travels in a header; what is shown of it is shorter still. */
const NAME_MAX = 200;

/** What can be told of a message before the protocol's own reading of it: for the log, and for the caller's name. */
export function peek(body: unknown, headers: IncomingHttpHeaders, sessions: McpSessions) {
  const session = sessions.read(headers['mcp-session-id']);
  const message = fieldsOf(body);
  const params = fieldsOf(message['params']);
  const method = textOf(message['method']) ?? '';
  const isInitialize = method === 'initialize';
  const info = isInitialize ? params['clientInfo'] : fieldsOf(params['_meta'])[CLIENT_INFO_META_KEY];
  return {
    id: typeof message['id'] === 'string' || typeof message['id'] === 'number' ? message['id'] : null,
    method,
    isInitialize,
    /** The tool's name for a call, which is what a log is read for; else the method. */
    command: (method === 'tools/call' ? textOf(params['name']) : undefined) ?? method,
    client: (textOf(fieldsOf(info)['name']) ?? session?.client)?.slice(0, NAME_MAX),
    session: session?.id,
    /** What a tool was called with to prove that its caller holds a baton. */
    token: readToken(method === 'tools/call' ? params['arguments'] : undefined),
  };
}

/** The baton among a tool's arguments, if it is one at all; what is wrong with it, the tool says. */
export function readToken(args: unknown): string | undefined {
  const sent = fieldsOf(args)['baton'];
  return sent === undefined ? undefined : BatonToken.safeParse(sent).data;
}
