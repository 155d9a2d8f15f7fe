import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

export interface McpSession {
  /** Random, one per session: it distinguishes two windows of one client. */
  id: string;
  /** Client name from the handshake. */
  client: string;
}

export interface McpSessions {
  /** Creates the session id for the answer to a handshake. */
  make(client: string): string;
  /** Undefined for a request without a session, and for an id with an invalid signature. */
  read(header: string | string[] | undefined): McpSession | undefined;
}

const PREFIX = 'b2';
const ID_BYTES = 16;
const SIGNATURE_BYTES = 16;
const KNOWN_MAX = 2_000;

/**
 * Earlier protocol revisions send the client's name once, in a handshake. Servers keep no session state: the state is
 * the session id itself, signed by HMAC, which comes back with every call. It grants nothing; the key does.
 */
export function createMcpSessions(secret: string): McpSessions {
  const key = createHmac('sha256', secret).update('mcp session').digest();
  const sign = (content: string) =>
    createHmac('sha256', key).update(content).digest().subarray(0, SIGNATURE_BYTES).toString('base64url');
  /** A session id comes with every call of it: its signature check is memoized. */
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
