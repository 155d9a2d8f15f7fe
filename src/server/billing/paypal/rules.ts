/** Allow-list of PayPal's hosts by environment: nothing is fetched from, and nobody is redirected to, any other. */
export interface Places {
  /** Origins that serve the API and the certificates. */
  apis: readonly string[];
  /** Origin of the pages people see. */
  pages: string;
  /** Common name of the certificate that signs webhooks. */
  signer: string;
}

const LIVE: Places = {
  apis: ['https://api.paypal.com', 'https://api-m.paypal.com'],
  pages: 'https://www.paypal.com',
  signer: 'messageverificationcerts.paypal.com',
};

const SANDBOX: Places = {
  apis: ['https://api.sandbox.paypal.com', 'https://api-m.sandbox.paypal.com'],
  pages: 'https://www.sandbox.paypal.com',
  signer: 'messageverificationcerts.sandbox.paypal.com',
};

/** Any other base URL is a test double that serves everything from one origin. */
export function placesOf(base: string): Places {
  const { origin } = new URL(base);
  return [LIVE, SANDBOX].find(({ apis }) => apis.includes(origin)) ?? { ...LIVE, apis: [origin], pages: origin };
}

const CERTIFICATE_PATH = /^\/v1\/notifications\/certs\/[A-Za-z0-9_-]{1,200}$/;
const VISIBLE = /^[\x21-\x7e]{1,500}$/;

/** A certificate URL on the allow-list, else undefined. */
export function readCertificateAddress(places: Places, address: string): URL | undefined {
  if (!VISIBLE.test(address) || !URL.canParse(address)) return undefined;
  const url = new URL(address);
  const isBare = url.username + url.password + url.search + url.hash === '';
  return isBare && places.apis.includes(url.origin) && CERTIFICATE_PATH.test(url.pathname) ? url : undefined;
}

/** Whether people may be redirected there to approve a subscription. */
export function isApprovalPage(places: Places, address: string): boolean {
  if (!VISIBLE.test(address) || !URL.canParse(address)) return false;
  const url = new URL(address);
  return url.username + url.password === '' && url.origin === places.pages;
}

const SUBSCRIPTION_ID = /^[A-Z0-9-]{3,50}$/;

/** Malformed ids are not requested. */
export const isPayPalId = (id: string): boolean => SUBSCRIPTION_ID.test(id);
