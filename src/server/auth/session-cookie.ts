import { createHmac } from 'node:crypto';

interface SessionCookie {
  name: string;
  attributes: {
    maxAge?: number | undefined;
    path?: string | undefined;
    secure?: boolean | undefined;
    httpOnly?: boolean | undefined;
    sameSite?: string | undefined;
  };
}

/** A session's cookie as Better Auth sets and reads it: the token and its signature. */
export function writeSessionCookie({ name, attributes }: SessionCookie, token: string, secret: string): string {
  const signature = createHmac('sha256', secret).update(token).digest('base64');
  const { maxAge, path = '/', secure, httpOnly, sameSite } = attributes;
  return [
    `${name}=${encodeURIComponent(`${token}.${signature}`)}`,
    ...(maxAge === undefined ? [] : [`Max-Age=${maxAge}`]),
    `Path=${path}`,
    ...(httpOnly === true ? ['HttpOnly'] : []),
    ...(sameSite === undefined ? [] : [`SameSite=${sameSite}`]),
    ...(secure === true ? ['Secure'] : []),
  ].join('; ');
}
