const LOOPBACK = /^(localhost|127\.0\.0\.1|\[::1\])$/;

/**
 * The resource (audience) of all tokens. It must be the same string in the metadata, in client requests and in the
 * rows.
 */
export const resourceOf = (url: string): string => `${url}/mcp`;

/** Path of the protected resource metadata, which a client without a token is pointed to. */
export const metadataPath = '/.well-known/oauth-protected-resource/mcp';

/** Tokens must not travel in clear text: OAuth is offered over https or on localhost only. Keys work everywhere. */
export function offersSignIn(url: string): boolean {
  const { protocol, hostname } = new URL(url);
  return protocol === 'https:' || (protocol === 'http:' && LOOPBACK.test(hostname));
}
