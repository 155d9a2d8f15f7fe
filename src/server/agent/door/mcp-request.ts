import type { IncomingHttpHeaders } from 'node:http';
import { CLIENT_INFO_META_KEY } from '@modelcontextprotocol/server';
import { BatonToken } from '#contract/fields.ts';
import type { McpSessions } from './mcp-sessions.ts';

type Fields = { [key: string]: unknown };
const fieldsOf = (value: unknown): Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : {};
const textOf = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);

/** Bounds the client name taken from the header; it is shown shorter still. */
const NAME_MAX = 200;

/** Reads what logging and naming the caller need, before the message is validated. */
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
    /** The tool's name for a tool call, which is what logs are searched by; else the method. */
    command: (method === 'tools/call' ? textOf(params['name']) : undefined) ?? method,
    client: (textOf(fieldsOf(info)['name']) ?? session?.client)?.slice(0, NAME_MAX),
    session: session?.id,
    /** The baton token among a tool's arguments, which proves that the caller is the holder. */
    token: readToken(method === 'tools/call' ? params['arguments'] : undefined),
  };
}

/** Undefined where it is missing or malformed; the tool reports what is wrong with it. */
export function readToken(args: unknown): string | undefined {
  const sent = fieldsOf(args)['baton'];
  return sent === undefined ? undefined : BatonToken.safeParse(sent).data;
}
