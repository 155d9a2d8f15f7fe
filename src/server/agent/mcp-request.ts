import type { IncomingHttpHeaders } from 'node:http';
import { CLIENT_INFO_META_KEY } from '@modelcontextprotocol/server';

type Fields = { [key: string]: unknown };
const fieldsOf = (value: unknown): Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : {};
const textOf = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);

const SESSION_PREFIX = 'b1.';
/** The name travels in a header; what is shown of it is shorter still. */
const NAME_MAX = 200;

/** What can be told of a message before the protocol's own reading of it: for the log, and for the caller's name. */
export function peek(body: unknown, headers: IncomingHttpHeaders) {
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
    client: (textOf(fieldsOf(info)['name']) ?? readSession(headers))?.slice(0, NAME_MAX),
  };
}

/**
 * Earlier revisions introduce the client once, in a handshake. Nothing is kept here between two requests, so the name
 * goes out as the session's id and comes back with every call. It opens nothing: the key does.
 */
export const sessionFor = (client: string): string => `${SESSION_PREFIX}${Buffer.from(client).toString('base64url')}`;

function readSession(headers: IncomingHttpHeaders): string | undefined {
  const id = headers['mcp-session-id'];
  if (typeof id !== 'string' || !id.startsWith(SESSION_PREFIX)) return undefined;
  return Buffer.from(id.slice(SESSION_PREFIX.length), 'base64url').toString();
}
