import { AppError } from '#server/platform/error.ts';

/** The cause goes to the error log; it has no header, no body and no URL beyond the path. */
const fail = (sentence: string, cause: string, retryAfterSeconds?: number) =>
  new AppError(
    'PAYMENT_PROVIDER_ERROR',
    sentence,
    retryAfterSeconds === undefined ? {} : { retryAfterSeconds },
    new Error(`PayPal: ${cause}`),
  );

export const unreachable = (cause: string) =>
  fail('PayPal does not answer right now. Nothing was changed. Please try again in a minute.', cause, 60);

export const badAnswer = (cause: string) =>
  fail('PayPal gave an answer that cannot be understood. Nothing was changed. Please try again later.', cause);

export const badCredentials = () =>
  fail(
    'PayPal refuses the credentials of this instance. Its administrator has to check them.',
    'answered 401 to PAYPAL_CLIENT_ID and PAYPAL_CLIENT_SECRET.',
  );

const REFERENCE = /^[A-Za-z0-9-]{1,64}$/;

/** Only PayPal's debug id is kept, which its support asks for; the body may echo what was sent. */
export function refusedCall(response: Response, what: string): AppError {
  const reference = response.headers.get('paypal-debug-id') ?? '';
  const told = REFERENCE.test(reference) ? ` PayPal’s reference is ${reference}.` : '';
  return fail(`PayPal refused the request. Nothing was changed.${told}`, `${what} was answered ${response.status}.`);
}

export const refusedWebhook = () =>
  new AppError('FORBIDDEN', 'This message was not accepted.', { code: 'WEBHOOK_REFUSED' });
