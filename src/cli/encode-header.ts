/** MCP's encoding of header values: visible ASCII as it is, anything else as marked Base64. */
export function encodeHeader(value: string): string {
  if (/^[\x21-\x7E](?:[\x20-\x7E]*[\x21-\x7E])?$/.test(value) && !value.startsWith('=?')) return value;
  return `=?base64?${Buffer.from(value).toString('base64')}?=`;
}
