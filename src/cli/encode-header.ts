/** A header holds visible ASCII; anything else goes as Base64 with marks around it. */
export function encodeHeader(value: string): string {
  if (/^[\x21-\x7E](?:[\x20-\x7E]*[\x21-\x7E])?$/.test(value) && !value.startsWith('=?')) return value;
  return `=?base64?${Buffer.from(value).toString('base64')}?=`;
}
