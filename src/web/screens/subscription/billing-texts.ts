import type { CurrentSubscription, SubscriptionEnding } from '#contract/subscription.ts';
import { formatPrice, mayGoOn, PROVIDER_WORDS, type Standing } from '#web/features/subscription/index.ts';
import { formatUtcDate } from '#web/lib/time.ts';

type Held = NonNullable<CurrentSubscription['subscription']>;
type Ended = Extract<Standing, { kind: 'ended' }>;
type Ends = Extract<Standing, { kind: 'ends' }>;

const WHY: Partial<Record<Ended['status'], string>> = {
  refunded: ' Its last payment was refunded.',
  suspended: ' The provider suspended it: pay the outstanding amount there, and Pro comes back.',
  past_due: ' Its last payment failed: pay the outstanding amount at the provider, and Pro comes back.',
  active: ' The provider has not confirmed the next payment yet: Pro comes back when it does.',
};

/** After the fall back to Free, with a warning where the provider still charges. */
export const endedText = ({ status, at }: Ended, held?: Pick<Held, 'renews' | 'provider'> | null) => {
  const ended = `Your last subscription ended${at === null ? '' : ` on ${formatUtcDate(at)}`}.${WHY[status] ?? ''}`;
  if (held?.renews !== true || mayGoOn(status)) return ended;
  return `${ended} It still renews at ${PROVIDER_WORDS[held.provider]}: cancel it there so that nothing more is charged.`;
};

/** Why this instance ends a subscription at the provider. */
export function endingText({ reason, provider, price_usd, done_at }: SubscriptionEnding): string {
  const at = PROVIDER_WORDS[provider];
  const price = formatPrice(price_usd);
  const isDone = done_at !== null;
  if (reason === 'double')
    return isDone
      ? `A second subscription was approved while Pro was running. It was canceled at ${at}, and its payment of ${price} was refunded.`
      : `A second subscription was approved while Pro was running. It is being canceled at ${at}, and its payment of ${price} is being refunded.`;
  const why = reason === 'refunded' ? 'Your last payment was refunded' : 'A new subscription has begun';
  return isDone
    ? `${why}, so the ${reason === 'refunded' ? '' : 'earlier '}subscription was canceled at ${at}.`
    : `${why}, so the ${reason === 'refunded' ? '' : 'earlier '}subscription is being canceled at ${at}. You can also cancel it there yourself.`;
}

const NEXT: Record<Ends['status'], string> = {
  cancelled: '',
  expired: '',
  refunded: ' Your last payment was refunded.',
  suspended: ' The provider has suspended the subscription: pay the outstanding amount there to keep Pro.',
  past_due: ' Check the payment method at the provider; it will be tried again.',
};

/** While Pro lasts and is not renewed. */
export const endsText = ({ status, at }: Ends) =>
  status === 'past_due'
    ? `A payment failed. Pro until ${formatUtcDate(at)}.${NEXT.past_due}`
    : `Pro until ${formatUtcDate(at)}, then Free.${NEXT[status]}`;
