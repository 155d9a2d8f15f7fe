import { type KeyObject, generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import { TAG, der, oid, pem, time } from './der.ts';

const OID = {
  ecdsaWithSha256: '2a8648ce3d040302',
  commonName: '550403',
  basicConstraints: '551d13',
};
const DAY_MS = 86_400_000;
const YEARS_MS = 20 * 365 * DAY_MS;

interface Names {
  name: string;
  from?: Date;
  until?: Date;
  /** Whether it is a CA. */
  isAuthority?: boolean;
}

export interface Issued {
  pem: string;
  privateKey: KeyObject;
}

export interface Authority extends Issued {
  /** Issues a certificate: of an intermediate CA, or of an RSA key that signs messages. */
  issue(names: Names): Authority;
}

interface Issuer {
  name: string;
  privateKey: KeyObject;
}

/** A self-signed root, generated per run: no private key is in the repository. */
export function createAuthority(name: string): Authority {
  return create({ name, isAuthority: true });
}

function create(names: Names, issuer?: Issuer): Authority {
  const { privateKey, publicKey } =
    names.isAuthority === true
      ? generateKeyPairSync('ec', { namedCurve: 'P-256' })
      : generateKeyPairSync('rsa', { modulusLength: 2048 });
  const signer = issuer ?? { name: names.name, privateKey };
  const certificate = write(names, publicKey, signer);
  const issue = (others: Names) => create(others, { name: names.name, privateKey });
  return { pem: pem(certificate), privateKey, issue };
}

function write(names: Names, publicKey: KeyObject, issuer: Issuer): Buffer {
  const now = Date.now();
  const algorithm = der(TAG.sequence, oid(OID.ecdsaWithSha256));
  const body = der(
    TAG.sequence,
    der(0xa0, der(TAG.integer, Buffer.of(2))),
    der(TAG.integer, Buffer.concat([Buffer.of(1), randomBytes(15)])),
    algorithm,
    commonName(issuer.name),
    der(TAG.sequence, time(names.from?.getTime() ?? now - YEARS_MS), time(names.until?.getTime() ?? now + YEARS_MS)),
    commonName(names.name),
    publicKey.export({ type: 'spki', format: 'der' }),
    der(0xa3, der(TAG.sequence, basicConstraints(names.isAuthority === true))),
  );
  const signature = der(TAG.bitString, Buffer.of(0), sign('sha256', body, issuer.privateKey));
  return der(TAG.sequence, body, algorithm, signature);
}

const commonName = (name: string) =>
  der(TAG.sequence, der(TAG.set, der(TAG.sequence, oid(OID.commonName), der(TAG.utf8, Buffer.from(name)))));

const basicConstraints = (isAuthority: boolean) =>
  der(
    TAG.sequence,
    oid(OID.basicConstraints),
    der(TAG.boolean, Buffer.of(0xff)),
    der(TAG.octetString, der(TAG.sequence, ...(isAuthority ? [der(TAG.boolean, Buffer.of(0xff))] : []))),
  );
