import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

export interface McpSession {
  /** Unguessable and of this session alone: two windows of one client are told apart by it. */
  id: string;
  /** As the client introduced itself. */
  client: string;
}

export interface McpSessions {
  /** The session id of a handshake's answer. */
  make(client: string): string;
  /** The session that a request belongs to; undefined for one without, and for an id that is not of ours. */
  read(header: string | string[] | undefined): McpSession | undefined;
}

const PREFIX = 'b2';
const ID_BYTES = 16;
const SIGNATURE_BYTES = 16;
const KNOWN_MAX = 2_000;

/**
 * Earlier revisions introduce the client once, in a handshake. Nothing is kept here between two requests, on any server:
 * what must be known goes out signed as the session's id, and comes back with every call. It opens nothing, the key does.
 */
export function createMcpSessions(secret: string): McpSessions {
  const key = createHmac('sha256', secret).update('mcp session').digest();
  const sign = (content: string) =>
    createHmac('sha256', key).update(content).digest().subarray(0, SIGNATURE_BYTES).toString('base64url');
  /** A session's id comes with every call of it: its signature is worked out once. */
  const known = new Map<string, McpSession>();
  const verify = (header: string): McpSession | undefined => {
    const [prefix, client, id, signature, ...rest] = header.split('.');
    if (prefix !== PREFIX || client === undefined || id === undefined || signature === undefined || rest.length > 0)
      return undefined;
    const wanted = Buffer.from(sign(`${prefix}.${client}.${id}`));
    const sent = Buffer.from(signature);
    if (wanted.length !== sent.length || !timingSafeEqual(wanted, sent)) return undefined;
    return { id, client: Buffer.from(client, 'base64url').toString() };
  };
  return {
    make(client) {
      const id = randomBytes(ID_BYTES).toString('base64url');
      const content = `${PREFIX}.${Buffer.from(client).toString('base64url')}.${id}`;
      return `${content}.${sign(content)}`;
    },
    read(header) {
      if (typeof header !== 'string') return undefined;
      const found = known.get(header) ?? verify(header);
      if (found === undefined) return undefined;
      if (known.size >= KNOWN_MAX) known.clear();
      known.set(header, found);
      return found;
    },
  };
}
