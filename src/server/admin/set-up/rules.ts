const LOCAL = /^(localhost|127(\.\d+){3}|\[::1\])$/;

/** Only the machine itself reaches such an address. */
export const isLocalAddress = (url: string): boolean => LOCAL.test(new URL(url).hostname);

/** The host and port that mails go to; never the name or the password. */
export const mailServerOf = (smtpUrl: string | undefined): string | null =>
  smtpUrl === undefined ? null : new URL(smtpUrl).host;
