export interface AccessToken {
  text: string;
  userId: string;
  /** By the clock of this machine. */
  expiresAt: number;
}

/** Reads a token's lifetime. Only exp - iat counts, because the server's clock and ours may differ. */
export function readAccessToken(text: string, now: number): AccessToken | undefined {
  const [, payload = ''] = text.split('.');
  const claims = decode(payload);
  if (!claims) return undefined;
  return { text, userId: claims.sub, expiresAt: now + (claims.exp - claims.iat) * 1_000 };
}

function decode(payload: string) {
  try {
    const bytes = Uint8Array.from(atob(payload.replaceAll('-', '+').replaceAll('_', '/')), (letter) =>
      letter.charCodeAt(0),
    );
    const claims: unknown = JSON.parse(new TextDecoder().decode(bytes));
    return isClaims(claims) ? claims : undefined;
  } catch {
    return undefined;
  }
}

function isClaims(value: unknown): value is { sub: string; exp: number; iat: number } {
  if (typeof value !== 'object' || value === null) return false;
  return (
    'sub' in value &&
    typeof value.sub === 'string' &&
    'exp' in value &&
    typeof value.exp === 'number' &&
    'iat' in value &&
    typeof value.iat === 'number'
  );
}
