import { type KeyObject, createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';

interface Offer {
  options: Record<string, unknown>;
  ticket: string;
}

interface Wishes {
  /** The address of the page that asks; another one is what a phishing page would have. */
  origin: string;
  host?: string;
  /** Whether a fingerprint, a face or a PIN was asked for. */
  isVerified?: boolean;
  counter?: number;
}

const PRESENT = 0x01;
const VERIFIED = 0x04;
const HAS_CREDENTIAL = 0x40;

/** A device with one passkey, which answers as browsers do: ES256, and no attestation. */
export class SoftAuthenticator {
  readonly id = randomBytes(32);
  counter = 0;
  userHandle = '';
  readonly #keys: { publicKey: KeyObject; privateKey: KeyObject } = generateKeyPairSync('ec', { namedCurve: 'P-256' });

  /** What `navigator.credentials.create` answers. */
  create({ options, ticket }: Offer, wishes: Wishes) {
    this.userHandle = (options['user'] as { id: string }).id;
    const clientData = clientDataOf('webauthn.create', options, wishes);
    const { x = '', y = '' } = this.#keys.publicKey.export({ format: 'jwk' });
    const cose = map([
      [int(1), int(2)],
      [int(3), int(-7)],
      [int(-1), int(1)],
      [int(-2), bytes(Buffer.from(x, 'base64url'))],
      [int(-3), bytes(Buffer.from(y, 'base64url'))],
    ]);
    const length = Buffer.alloc(2);
    length.writeUInt16BE(this.id.length);
    const attested = Buffer.concat([Buffer.alloc(16), length, this.id, cose]);
    const data = Buffer.concat([this.#dataOf(options, wishes, HAS_CREDENTIAL), attested]);
    const attestation = map([
      [word('fmt'), word('none')],
      [word('attStmt'), map([])],
      [word('authData'), bytes(data)],
    ]);
    const response = {
      clientDataJSON: text(clientData),
      attestationObject: text(attestation),
      transports: ['internal'],
    };
    return { ticket, credential: { ...this.#named(), response } };
  }

  /** What `navigator.credentials.get` answers. */
  get({ options, ticket }: Offer, wishes: Wishes) {
    const clientData = clientDataOf('webauthn.get', options, wishes);
    const data = this.#dataOf(options, wishes, 0);
    const signed = Buffer.concat([data, sha256(clientData)]);
    const signature = sign('sha256', signed, this.#keys.privateKey);
    const response = {
      clientDataJSON: text(clientData),
      authenticatorData: text(data),
      signature: text(signature),
      userHandle: this.userHandle,
    };
    return { ticket, credential: { ...this.#named(), response } };
  }

  #named() {
    return { id: text(this.id), rawId: text(this.id), type: 'public-key', clientExtensionResults: {} };
  }

  #dataOf(options: Record<string, unknown>, { host, isVerified = true, counter }: Wishes, more: number): Buffer {
    this.counter = counter ?? this.counter;
    const asked = (options['rp'] as { id: string } | undefined)?.id ?? (options['rpId'] as string);
    const count = Buffer.alloc(4);
    count.writeUInt32BE(this.counter);
    const flags = PRESENT | (isVerified ? VERIFIED : 0) | more;
    return Buffer.concat([sha256(Buffer.from(host ?? asked)), Buffer.from([flags]), count]);
  }
}

const clientDataOf = (type: string, options: Record<string, unknown>, { origin }: Wishes): Buffer =>
  Buffer.from(JSON.stringify({ type, challenge: options['challenge'], origin, crossOrigin: false }));

const sha256 = (data: Buffer): Buffer => createHash('sha256').update(data).digest();
const text = (data: Buffer): string => data.toString('base64url');

/** CBOR, as far as an answer needs it. */
const head = (kind: number, n: number): Buffer =>
  n < 24
    ? Buffer.from([(kind << 5) | n])
    : n < 256
      ? Buffer.from([(kind << 5) | 24, n])
      : Buffer.from([(kind << 5) | 25, n >> 8, n & 255]);
const int = (n: number): Buffer => (n < 0 ? head(1, -1 - n) : head(0, n));
const bytes = (data: Buffer): Buffer => Buffer.concat([head(2, data.length), data]);
const word = (value: string): Buffer => Buffer.concat([head(3, value.length), Buffer.from(value)]);
const map = (pairs: readonly (readonly [Buffer, Buffer])[]): Buffer =>
  Buffer.concat([head(5, pairs.length), ...pairs.flat()]);
