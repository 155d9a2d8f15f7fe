export interface MimeMail {
  headers: Map<string, string>;
  text: string;
  html: string;
}

/** Parses a multipart message. */
export function readMime(raw: string): MimeMail {
  const { headers, body } = split(raw);
  const boundary = /boundary="?([^";]+)"?/.exec(headers.get('content-type') ?? '')?.[1];
  if (boundary === undefined) throw new Error('the message has no parts');
  const parts = body
    .split(`--${boundary}`)
    .slice(1, -1)
    .map((part) => split(part.replace(/^\r\n/, '')));
  return { headers, text: contentOf(parts, 'text/plain'), html: contentOf(parts, 'text/html') };
}

interface Part {
  headers: Map<string, string>;
  body: string;
}

function split(raw: string): Part {
  const end = raw.indexOf('\r\n\r\n');
  const unfolded = raw.slice(0, end).replaceAll(/\r\n[ \t]+/g, ' ');
  const headers = unfolded.split('\r\n').map((line): [string, string] => {
    const colon = line.indexOf(':');
    return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()];
  });
  return { headers: new Map(headers), body: raw.slice(end + 4) };
}

function contentOf(parts: Part[], type: string): string {
  const part = parts.find(({ headers }) => headers.get('content-type')?.startsWith(type));
  if (part === undefined) throw new Error(`the message has no ${type} part`);
  const body = part.body.replace(/\r\n$/, '');
  return decode(part.headers.get('content-transfer-encoding') ?? '7bit', body).replaceAll('\r\n', '\n');
}

function decode(encoding: string, body: string): string {
  if (encoding === 'base64') return Buffer.from(body, 'base64').toString('utf8');
  if (encoding !== 'quoted-printable') return Buffer.from(body, 'latin1').toString('utf8');
  const bytes = body
    .replaceAll(/=\r\n/g, '')
    .replaceAll(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  return Buffer.from(bytes, 'latin1').toString('utf8');
}
