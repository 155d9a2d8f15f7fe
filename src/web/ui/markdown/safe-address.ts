const ALLOWED: readonly string[] = ['http:', 'https:', 'mailto:'];

/**
 * The address when it is plainly a link (http, https, mail, or a place in this page), else nothing.
 * The browser's own parser decides, so that what it would read through (tabs, case, line ends) is seen here too.
 */
export function safeAddress(address: string): string | undefined {
  if (/^#[^\s]*$/.test(address)) return address;
  if (!URL.canParse(address)) return undefined;
  const url = new URL(address);
  return ALLOWED.includes(url.protocol) ? url.href : undefined;
}

/** An address as Markdown may have it, with the characters encoded that no address has; those already encoded stay. */
export const encodeAddress = (address: string) =>
  encodeURI(address.toWellFormed()).replaceAll(/%25(?=[0-9a-zA-Z]{2})/g, '%');

export function isForeign(address: string) {
  return !address.startsWith('#') && !address.startsWith(`${location.origin}/`);
}
