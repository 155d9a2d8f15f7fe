import { encodeHeader } from '../encode-header.ts';

/** A JSON-RPC message, as far as the bridge inspects it. */
export interface RpcMessage {
  id?: string | number;
  method?: string;
  params?: Fields;
}
export type Fields = Record<string, unknown>;

const VERSION_KEY = 'io.modelcontextprotocol/protocolVersion';
/** The parameter that the Mcp-Name header repeats, by method. */
const NAMED_BY: Readonly<Record<string, string>> = {
  'tools/call': 'name',
  'prompts/get': 'name',
  'resources/read': 'uri',
};

export const fieldsOf = (value: unknown): Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : {};

/** State from the handshake of earlier revisions; the newest one has it in every message. */
export interface Handshake {
  sessionId: string | undefined;
  version: string | undefined;
}

/** Headers that repeat parts of the message. */
export function headersOf({ method = '', params }: RpcMessage, handshake: Handshake): Record<string, string> {
  const version = fieldsOf(params?.['_meta'])[VERSION_KEY];
  if (typeof version !== 'string') return handshakeHeaders(method, handshake);
  const field = Object.hasOwn(NAMED_BY, method) ? NAMED_BY[method] : undefined;
  const name = field === undefined ? undefined : params?.[field];
  return {
    'mcp-protocol-version': version,
    'mcp-method': method,
    ...(typeof name === 'string' ? { 'mcp-name': encodeHeader(name) } : {}),
  };
}

function handshakeHeaders(method: string, { sessionId, version }: Handshake): Record<string, string> {
  if (method === 'initialize') return {};
  return {
    ...(sessionId === undefined ? {} : { 'mcp-session-id': sessionId }),
    ...(version === undefined ? {} : { 'mcp-protocol-version': version }),
  };
}

const REFUSED = -32_000;

export const failureOf = (id: string | number | null, message: string, code = REFUSED): Fields => ({
  jsonrpc: '2.0',
  id,
  error: { code, message },
});
