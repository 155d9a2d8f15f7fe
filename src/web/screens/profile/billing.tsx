import { LOADING } from '#contract/common-texts.ts';
import { SUBSCRIPTION_TEXTS as T } from '#contract/subscription-texts.ts';
import type { CurrentSubscription } from '#contract/subscription.ts';
import {
  formatPrice,
  givenText,
  isFree,
  isManageable,
  mayUpgrade,
  ManageButton,
  type Standing,
  standingOf,
  useManagement,
  useSubscription,
} from '#web/features/subscription/index.ts';
import { messageOf } from '#web/lib/net/failure-toast.ts';
import { useHasPlans } from '#web/lib/net/instance.ts';
import { formatUtcDate } from '#web/lib/time.ts';
import { useNow } from '#web/lib/use-now.ts';
import { paths } from '#web/paths.ts';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import { Facts } from '#web/ui/facts.tsx';
import { LoadingState, useDelayedFlag } from '#web/ui/loading.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { AccountRow } from './account-row.tsx';
import layout from '#web/styles/layout.module.css';
import { cx } from '#web/ui/cx.ts';
import accountButtons from './account-buttons.module.css';

export function Billing() {
  const subscription = useSubscription();
  const loading = useDelayedFlag(subscription.isPending);
  const now = useNow();
  const hasPlans = useHasPlans();
  // A team has no plans; a subscription from before is shown until it ends.
  if (!hasPlans && !(subscription.data && isManageable(subscription.data, standingOf(subscription.data, now))))
    return null;
  return (
    <AccountRow title="Billing" about="Your plan, what it costs and when it renews.">
      {loading && (
        <LoadingState text={LOADING}>
          <Skeleton height={76} width="100%" />
        </LoadingState>
      )}
      {!loading && subscription.data && <Plan current={subscription.data} />}
      {!loading && subscription.isError && !subscription.data && (
        <>
          <Notice tone="bad">
            <span className={cx(layout.row, layout.gap12)}>
              <span className={layout.grow}>{messageOf(subscription.error, T.fetchFailed)}</span>
              <Button size="sm" busy={subscription.isFetching} onClick={() => void subscription.refetch()}>
                Try Again
              </Button>
            </span>
          </Notice>
          {/* If the plan cannot be loaded, Free is shown. */}
          <Facts items={[{ name: 'Plan', value: 'Free' }]} />
        </>
      )}
    </AccountRow>
  );
}

function Plan({ current }: { current: CurrentSubscription }) {
  const management = useManagement();
  const standing = standingOf(current, useNow());
  const free = isFree(current);
  const { subscription } = current;
  return (
    <>
      {management.error !== undefined && <Notice tone="bad">{management.error}</Notice>}
      <Facts
        items={[
          { name: 'Plan', value: current.tier.display_name },
          { name: 'Price', value: free ? T.forever : `${formatPrice(current.tier.price_usd)}/month` },
          renewalOf(standing, subscription?.renews),
        ]}
      />
      <div className={accountButtons.buttons}>
        {subscription !== null && isManageable(current, standing) && (
          <ManageButton provider={subscription.provider} management={management} />
        )}
        {mayUpgrade(current) && <ButtonLink to={paths.subscription}>Upgrade to Pro</ButtonLink>}
        {current.has_plans && !mayUpgrade(current) && (
          <ButtonLink to={paths.subscription}>View Plan and Usage</ButtonLink>
        )}
      </div>
    </>
  );
}

function renewalOf(standing: Standing, isBilled: boolean | undefined) {
  switch (standing.kind) {
    case 'free':
      return { name: 'Renews', value: 'Never' };
    case 'given':
      return { name: 'Renews', value: givenText(standing, isBilled) };
    case 'renews':
      return { name: 'Renews', value: standing.at === null ? T.notAvailable : formatUtcDate(standing.at) };
    case 'ends':
      return standing.status === 'past_due'
        ? { name: 'Renews', value: `A payment failed. Pro until ${formatUtcDate(standing.at)}` }
        : { name: 'Ends', value: `${formatUtcDate(standing.at)}, then Free` };
    case 'ended':
      return { name: 'Ended', value: standing.at === null ? T.notAvailable : formatUtcDate(standing.at) };
  }
}
