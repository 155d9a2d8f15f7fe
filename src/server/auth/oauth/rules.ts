const LOOPBACK = /^http:\/\/(localhost|127\.0\.0\.1|\[::1\])(:\d*)?(?=[/?]|$)/;

/** Exact match of redirect URIs, except for the port on loopback, where native apps listen on a free one (RFC 8252). */
export function matchesRedirect(registered: string, asked: string): boolean {
  if (registered === asked) return URL.canParse(asked);
  const [own, theirs] = [LOOPBACK.exec(registered), LOOPBACK.exec(asked)];
  if (own === null || theirs === null || own[1] !== theirs[1] || !URL.canParse(asked)) return false;
  return registered.slice(own[0].length) === asked.slice(theirs[0].length);
}

/** The source for the CSP's form-action: an origin, or only the scheme where there is none. */
export function formTarget(redirectUri: string): string {
  const { protocol, origin } = new URL(redirectUri);
  return /^https?:\/\/[\w.-]+(:\d+)?$/.test(origin) ? origin : protocol;
}
