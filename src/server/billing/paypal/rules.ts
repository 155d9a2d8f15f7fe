/** Where a PayPal of one kind has its parts: nothing is fetched from, and nobody is sent to, any other place. */
export interface Places {
  /** Origins that serve the API and the certificates. */
  apis: readonly string[];
  /** Origin of the pages people see. */
  pages: string;
  /** Whose name the certificate carries that messages are signed with. */
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

/** Any other address is a stand-in, which has all of it in one place. */
export function placesOf(base: string): Places {
  const { origin } = new URL(base);
  return [LIVE, SANDBOX].find(({ apis }) => apis.includes(origin)) ?? { ...LIVE, apis: [origin], pages: origin };
}

const CERTIFICATE_PATH = /^\/v1\/notifications\/certs\/[A-Za-z0-9_-]{1,200}$/;
const VISIBLE = /^[\x21-\x7e]{1,500}$/;

/** The address of a certificate, or undefined for one that PayPal would not name. */
export function readCertificateAddress(places: Places, address: string): URL | undefined {
  if (!VISIBLE.test(address) || !URL.canParse(address)) return undefined;
  const url = new URL(address);
  const isBare = url.username + url.password + url.search + url.hash === '';
  return isBare && places.apis.includes(url.origin) && CERTIFICATE_PATH.test(url.pathname) ? url : undefined;
}

/** Whether a person may be sent there to approve a subscription. */
export function isApprovalPage(places: Places, address: string): boolean {
  if (!VISIBLE.test(address) || !URL.canParse(address)) return false;
  const url = new URL(address);
  return url.username + url.password === '' && url.origin === places.pages;
}

const SUBSCRIPTION_ID = /^[A-Z0-9-]{3,50}$/;

/** What is not of PayPal's form is nobody's, and is not asked for. */
export const isPayPalId = (id: string): boolean => SUBSCRIPTION_ID.test(id);
