import { PRODUCT } from '#contract/constants.ts';
import type { PaymentMailFacts, PaymentMailKind } from '#server/platform/db/tables/index.ts';
import { type Mail, renderMail } from '#server/platform/mail/index.ts';

interface Words {
  title: string;
  paragraphs: string[];
  footer: string;
}

const DAY = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' });
const day = (at: string) => DAY.format(new Date(at));
const price = (usd: number) => `$${Number.isInteger(usd) ? usd : usd.toFixed(2)}`;
const at = ({ provider }: PaymentMailFacts) => (provider === 'paypal' ? 'PayPal' : 'the sandbox');
const At = (facts: PaymentMailFacts) => (facts.provider === 'paypal' ? 'PayPal' : 'The sandbox');

const PRO = `${PRODUCT} Pro`;
const KEPT = 'Nothing of yours is deleted: projects beyond what Free allows can still be read.';

/** The mail about a payment event: what happened, what follows and when. */
export function writePaymentMail(url: string, to: string, kind: PaymentMailKind, facts: PaymentMailFacts): Mail {
  const { title, paragraphs, footer } = WORDS[kind](facts);
  const link = `${url}/subscription`;
  const content = renderMail({
    product: PRODUCT,
    title,
    paragraphs: [...paragraphs, ...(facts.provider === 'sandbox' ? ['This was the sandbox: no money moved.'] : [])],
    action: { label: 'View subscription', url: link },
    footer,
  });
  return { to, subject: `${PRODUCT}: ${title}`, link, ...content };
}

const WORDS: Record<PaymentMailKind, (facts: PaymentMailFacts) => Words> = {
  received: (facts) => ({
    title: 'Payment received',
    paragraphs: [
      `Thank you. We received ${price(facts.amountUsd)} through ${at(facts)} for ${PRO}.`,
      ...(facts.periodStart !== undefined && facts.periodEnd !== undefined
        ? [`It pays for ${day(facts.periodStart)} to ${day(facts.periodEnd)}.`]
        : []),
      facts.nextAt
        ? `The next payment is due on ${day(facts.nextAt)}. You can cancel at any time before then.`
        : 'No further payment is due.',
    ],
    footer: 'You get this email once for each payment.',
  }),
  failed: (facts) => ({
    title: 'A payment failed',
    paragraphs: [
      `A payment of ${price(facts.amountUsd)} for ${PRO} did not go through at ${at(facts)}.`,
      facts.nextAt
        ? `${At(facts)} tries again on ${day(facts.nextAt)}. Please check the payment method there before then.`
        : `It is not tried again: ${at(facts)} has suspended the subscription. Pay the outstanding amount there, and Pro continues.`,
      facts.until
        ? `Pro lasts until ${day(facts.until)}. If nothing is paid by then, your account is on Free.`
        : ended(),
    ],
    footer: 'You get this email once for each attempt.',
  }),
  refund: (facts) => ({
    title: facts.isPart === true ? 'Part of a payment was refunded' : 'A payment was refunded',
    paragraphs: [
      `${facts.isPart === true ? 'Part of ' : ''}${price(facts.amountUsd)}, paid${facts.paidAt === undefined ? '' : ` on ${day(facts.paidAt)}`} for ${PRO}, was refunded to you through ${at(facts)}.`,
      refundEffect(facts),
    ],
    footer: 'You get this email once for each refund.',
  }),
  cancelled: (facts) => ({
    title: 'Your subscription is canceled',
    paragraphs:
      facts.endedFor === 'replaced'
        ? [
            `Your earlier subscription to ${PRO} was suspended. A new one has begun, so the earlier one is canceled at ${at(facts)}: nothing more is charged for it.`,
          ]
        : [
            `Your subscription to ${PRO} is canceled at ${at(facts)}. Nothing more is charged.`,
            facts.until ? `Pro lasts until ${day(facts.until)}. After that your account is on Free.` : ended(),
          ],
    footer: 'You get this email once for each subscription.',
  }),
  ended: (facts) => ({
    title: 'Your subscription has ended',
    paragraphs: [
      `${PRO} ended${facts.until ? ` on ${day(facts.until)}` : ''}, and your account is on Free again. ${KEPT}`,
      'You can subscribe again at any time.',
    ],
    footer: 'You get this email once for each subscription that ends.',
  }),
  double: (facts) => ({
    title: 'You are not charged twice',
    paragraphs: [
      `A second subscription to ${PRO} was approved at ${at(facts)} while your first one was running.`,
      `The second one is canceled there, and its payment of ${price(facts.amountUsd)} is being refunded. It may take a few days to arrive.`,
      'Your first subscription continues as before.',
    ],
    footer: 'You get this email once for each second subscription.',
  }),
};

const ended = () => `Pro has ended, and your account is on Free. ${KEPT}`;

function refundEffect({ goesOn, until, endedFor, provider }: PaymentMailFacts): string {
  if (endedFor === 'double') return 'It was for the second of two subscriptions. Your first one continues as before.';
  if (goesOn === true) return 'Nothing else changes: your plan stays as it is.';
  const cancels = `The subscription is canceled at ${provider === 'paypal' ? 'PayPal' : 'the sandbox'}, so nothing more is charged.`;
  return until ? `${cancels} Pro lasts until ${day(until)}.` : `${cancels} ${ended()}`;
}
