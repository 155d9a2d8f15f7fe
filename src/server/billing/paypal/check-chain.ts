import { X509Certificate } from 'node:crypto';

export interface Trust {
  /** Loaded lazily with the first webhook: there are hundreds. */
  roots(): readonly X509Certificate[];
  signer: string;
}

const BLOCK = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g;
const CHAIN_MAX = 6;
const KEY_BITS_MIN = 2_048;

/** The signing certificate, if it is PayPal's, is valid now and chains to a trusted root. */
export function findSigner(pem: string, trust: Trust, now: Date): X509Certificate | undefined {
  try {
    const [leaf, ...between] = (pem.match(BLOCK) ?? []).slice(0, CHAIN_MAX).map((block) => new X509Certificate(block));
    if (leaf === undefined || !isSigner(leaf, trust.signer)) return undefined;
    return leadsToRoot(leaf, between, trust.roots(), now) ? leaf : undefined;
  } catch {
    // Not a certificate, or an unsupported kind of key.
    return undefined;
  }
}

/** A subject with two common names is an array, and matches nothing. */
function isSigner(leaf: X509Certificate, signer: string): boolean {
  const { asymmetricKeyType, asymmetricKeyDetails } = leaf.publicKey;
  const isStrong = asymmetricKeyType === 'rsa' && (asymmetricKeyDetails?.modulusLength ?? 0) >= KEY_BITS_MIN;
  const { CN: name } = leaf.toLegacyObject().subject as { CN?: unknown };
  return isStrong && name === signer;
}

/** Every certificate of the chain is valid now and signed by the next, which is a CA; the last is a trusted root. */
function leadsToRoot(
  cert: X509Certificate,
  between: readonly X509Certificate[],
  roots: readonly X509Certificate[],
  now: Date,
): boolean {
  if (!isInForce(cert, now)) return false;
  const isIssuer = (one: X509Certificate) => one.ca && cert.checkIssued(one) && cert.verify(one.publicKey);
  if (roots.some((root) => isIssuer(root) && isInForce(root, now))) return true;
  // Each is used at most once, so a cycle terminates.
  return between.some(
    (one) =>
      isIssuer(one) &&
      leadsToRoot(
        one,
        between.filter((other) => other !== one),
        roots,
        now,
      ),
  );
}

const isInForce = (cert: X509Certificate, now: Date) => cert.validFromDate <= now && now < cert.validToDate;
