import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

/** Keeps texts in the database that only a server with this instance's secret can read. */
export interface Sealer {
  /** `place` says which row and column it is for: moved to another, the text does not open. */
  seal(text: string, place: string): Promise<string>;
  /** The text again; undefined when it was sealed with another secret, for another place, or was changed. */
  open(sealed: string, place: string): Promise<string | undefined>;
}

const CIPHER = 'aes-256-gcm';
const KEY_BYTES = 32;
const IV_BYTES = 12;
const TAG_BYTES = 16;
export const SEALED_PREFIX = 'sealed.v1.';

/** The secret is asked for when the first text is sealed or opened, and not before. */
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
