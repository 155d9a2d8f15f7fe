import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

/** Authenticated encryption of texts in the database, with a key derived from the instance's secret. */
export interface Sealer {
  /** `place` (row and column) is authenticated too: copied to another place, the text does not decrypt. */
  seal(text: string, place: string): Promise<string>;
  /** Undefined for another secret or place, or if it was tampered with. */
  open(sealed: string, place: string): Promise<string | undefined>;
}

const CIPHER = 'aes-256-gcm';
const KEY_BYTES = 32;
const IV_BYTES = 12;
const TAG_BYTES = 16;
export const SEALED_PREFIX = 'sealed.v1.';

/** The secret is read lazily, with the first use. */
export function createSealer(readSecret: () => Promise<string>): Sealer {
  let derived: Promise<Buffer> | undefined;
  const key = () => {
    derived ??= readSecret().then(
      (secret) => Buffer.from(hkdfSync('sha256', secret, '', 'baton sealed text', KEY_BYTES)),
      (error: unknown) => {
        derived = undefined;
        throw error;
      },
    );
    return derived;
  };
  return {
    async seal(text, place) {
      const iv = randomBytes(IV_BYTES);
      const cipher = createCipheriv(CIPHER, await key(), iv).setAAD(Buffer.from(place));
      const sealed = Buffer.concat([iv, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]);
      return `${SEALED_PREFIX}${sealed.toString('base64url')}`;
    },
    async open(sealed, place) {
      const bytes = Buffer.from(sealed.slice(SEALED_PREFIX.length), 'base64url');
      if (!sealed.startsWith(SEALED_PREFIX) || bytes.length < IV_BYTES + TAG_BYTES) return undefined;
      const decipher = createDecipheriv(CIPHER, await key(), bytes.subarray(0, IV_BYTES), { authTagLength: TAG_BYTES })
        .setAAD(Buffer.from(place))
        .setAuthTag(bytes.subarray(-TAG_BYTES));
      try {
        return Buffer.concat([decipher.update(bytes.subarray(IV_BYTES, -TAG_BYTES)), decipher.final()]).toString();
      } catch {
        return undefined;
      }
    },
  };
}
