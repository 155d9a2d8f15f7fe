const LOCAL = /^(localhost|127(\.\d+){3}|\[::1\])$/;

/** Loopback: reachable from this machine only. */
export const isLocalAddress = (url: string): boolean => LOCAL.test(new URL(url).hostname);

/** Host and port of the mail server, without the credentials in the URL. */
export const mailServerOf = (smtpUrl: string | undefined): string | null =>
  smtpUrl === undefined ? null : new URL(smtpUrl).host;
