const LOOPBACK = /^http:\/\/(localhost|127\.0\.0\.1|\[::1\])(:\d*)?(?=[/?]|$)/;

/** The same address to the letter, but for the port of a program on the person's own machine, which takes a free one. */
export function matchesRedirect(registered: string, asked: string): boolean {
  if (registered === asked) return URL.canParse(asked);
  const [own, theirs] = [LOOPBACK.exec(registered), LOOPBACK.exec(asked)];
  if (own === null || theirs === null || own[1] !== theirs[1] || !URL.canParse(asked)) return false;
  return registered.slice(own[0].length) === asked.slice(theirs[0].length);
}

/** What form-action must allow besides this site. What cannot be written there as an origin is allowed by its scheme. */
export function formTarget(redirectUri: string): string {
  const { protocol, origin } = new URL(redirectUri);
  return /^https?:\/\/[\w.-]+(:\d+)?$/.test(origin) ? origin : protocol;
}
