const LOOPBACK = /^(localhost|127\.0\.0\.1|\[::1\])$/;

/** The one address tokens are for. It must be the same string in the metadata, in what clients ask for and in the rows. */
export const resourceOf = (url: string): string => `${url}/mcp`;

/** Where the description of that resource is, which a client without a token is told. */
export const metadataPath = '/.well-known/oauth-protected-resource/mcp';

/** A token in the clear would be anybody's: apps sign in over https, or on the machine itself. Keys work everywhere. */
export function offersSignIn(url: string): boolean {
  const { protocol, hostname } = new URL(url);
  return protocol === 'https:' || (protocol === 'http:' && LOOPBACK.test(hostname));
}
