import { createHmac } from 'node:crypto';

interface Cookie {
  name: string;
  attributes: {
    maxAge?: number | undefined;
    path?: string | undefined;
    secure?: boolean | undefined;
    httpOnly?: boolean | undefined;
    sameSite?: string | undefined;
  };
}

interface Cookies {
  sessionToken: Cookie;
  /** Tells Better Auth not to prolong the session's cookie past the end of the browser. */
  dontRememberToken: Cookie;
}

/** A session's cookies as Better Auth sets and reads them. */
export function writeSessionCookies(
  { sessionToken, dontRememberToken }: Cookies,
  { token, remember, secret }: { token: string; remember: boolean; secret: string },
): string[] {
  if (remember) return [writeSigned(sessionToken, token, secret)];
  return [
    writeSigned(untilTheEnd(sessionToken), token, secret),
    writeSigned(untilTheEnd(dontRememberToken), 'true', secret),
  ];
}

const untilTheEnd = ({ name, attributes: { maxAge: _maxAge, ...attributes } }: Cookie): Cookie => ({
  name,
  attributes,
});

/** The value and its signature. */
function writeSigned({ name, attributes }: Cookie, value: string, secret: string): string {
  const signature = createHmac('sha256', secret).update(value).digest('base64');
  const { maxAge, path = '/', secure, httpOnly, sameSite } = attributes;
  return [
    `${name}=${encodeURIComponent(`${value}.${signature}`)}`,
    ...(maxAge === undefined ? [] : [`Max-Age=${maxAge}`]),
    `Path=${path}`,
    ...(httpOnly === true ? ['HttpOnly'] : []),
    ...(sameSite === undefined ? [] : [`SameSite=${sameSite}`]),
    ...(secure === true ? ['Secure'] : []),
  ].join('; ');
}
