const ALLOWED: readonly string[] = ['http:', 'https:', 'mailto:'];

/**
 * The address if it is http, https, mailto or a fragment of this page, else undefined (XSS). Parsed by the browser itself, so
 * that what it ignores (tabs, case, line ends) cannot hide another scheme.
 */
export function safeAddress(address: string): string | undefined {
  if (/^#[^\s]*$/.test(address)) return address;
  if (!URL.canParse(address)) return undefined;
  const url = new URL(address);
  return ALLOWED.includes(url.protocol) ? url.href : undefined;
}

/** Percent-encodes the characters that a URL cannot contain; existing escapes stay. */
export const encodeAddress = (address: string) =>
  encodeURI(address.toWellFormed()).replaceAll(/%25(?=[0-9a-zA-Z]{2})/g, '%');

export function isForeign(address: string) {
  return !address.startsWith('#') && !address.startsWith(`${location.origin}/`);
}
