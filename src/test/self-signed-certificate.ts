import { generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import { TAG, der, oid, pem, time } from './der.ts';

const OID = {
  ecdsaWithSha256: '2a8648ce3d040302',
  commonName: '550403',
  subjectAltName: '551d11',
  basicConstraints: '551d13',
};

const DAY_MS = 86_400_000;

/**
 * A self-signed certificate for localhost and 127.0.0.1, generated per run: TLS in tests needs neither openssl nor a
 * private key in the repository.
 */
export function createSelfSignedCertificate(now: Date = new Date()): { key: string; cert: string } {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const algorithm = der(TAG.sequence, oid(OID.ecdsaWithSha256));
  const name = der(
    TAG.sequence,
    der(TAG.set, der(TAG.sequence, oid(OID.commonName), der(TAG.utf8, Buffer.from('localhost')))),
  );
  const validity = der(TAG.sequence, time(now.getTime() - DAY_MS), time(now.getTime() + DAY_MS));
  const body = der(
    TAG.sequence,
    der(0xa0, der(TAG.integer, Buffer.of(2))),
    der(TAG.integer, Buffer.concat([Buffer.of(1), randomBytes(15)])),
    algorithm,
    name,
    validity,
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
    der(
      0xa3,
      der(
        TAG.sequence,
        extension(OID.subjectAltName, alternativeNames()),
        extension(OID.basicConstraints, authority()),
      ),
    ),
  );
  const signature = sign('sha256', body, privateKey);
  const certificate = der(TAG.sequence, body, algorithm, der(TAG.bitString, Buffer.of(0), signature));
  return {
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    cert: pem(certificate),
  };
}

const alternativeNames = () =>
  der(TAG.sequence, der(0x82, Buffer.from('localhost')), der(0x87, Buffer.of(127, 0, 0, 1)));
const authority = () => der(TAG.sequence, der(0x01, Buffer.of(0xff)));
const extension = (id: string, value: Buffer) => der(TAG.sequence, oid(id), der(TAG.octetString, value));
