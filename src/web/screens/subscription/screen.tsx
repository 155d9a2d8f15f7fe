import styles from './subscription.module.css';
import { Navigate, useSearchParams } from 'react-router';
import { LOADING } from '#contract/common-texts.ts';
import { SUBSCRIPTION_TEXTS as T } from '#contract/subscription-texts.ts';
import type { CurrentSubscription } from '#contract/subscription.ts';
import { useMe } from '#web/features/account/index.ts';
import { Crumbs } from '#web/features/frame/index.ts';
import {
  CheckoutDialog,
  isFree,
  isManageable,
  standingOf,
  UsageMeters,
  useManagement,
  useSubscription,
} from '#web/features/subscription/index.ts';
import { messageOf } from '#web/lib/net/failure-toast.ts';
import { usePageTitle } from '#web/lib/page-title.ts';
import { useNow } from '#web/lib/use-now.ts';
import { paths } from '#web/paths.ts';
import { Button } from '#web/ui/button.tsx';
import { LoadingState, useDelayedFlag } from '#web/ui/loading.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { BillingDetails } from './billing-details.tsx';
import { endingText } from './billing-texts.ts';
import { CurrentPlan } from './current-plan.tsx';
import { Help } from './help.tsx';
import { nextReset } from './next-reset.ts';
import { ProCard } from './pro-card.tsx';
import layout from '#web/styles/layout.module.css';
import typography from '#web/styles/typography.module.css';
import { cx } from '#web/ui/cx.ts';
import surface from '#web/styles/surface.module.css';
import { PageHead } from '#web/ui/page-head.tsx';

export function Component() {
  usePageTitle('Subscription');
  const { data: me } = useMe();
  const subscription = useSubscription();
  const loading = useDelayedFlag(subscription.isPending);
  const now = useNow();

  // A team has no plans; a subscription from before is managed here until it ends.
  const current = subscription.data;
  if (current && !current.has_plans && !isManageable(current, standingOf(current, now)))
    return <Navigate to={paths.projects} replace />;

  return (
    <div className={cx(layout.page, layout.pageNarrow, styles.page)}>
      <Crumbs trail={[{ label: 'Subscription' }]} />
      <PageHead title="Subscription" lead={me ? `Plan and usage for ${me.email}` : '\u00A0'} />
      {loading && (
        <LoadingState text={LOADING}>
          <Skeleton height={106} width="100%" />
        </LoadingState>
      )}
      {subscription.isError && !subscription.data && (
        <Notice className={styles.notice} tone="bad">
          <span className={cx(layout.row, layout.gap12)}>
            <span className={layout.grow}>{messageOf(subscription.error, T.loadFailed)}</span>
            <Button size="sm" busy={subscription.isFetching} onClick={() => void subscription.refetch()}>
              Try Again
            </Button>
          </span>
        </Notice>
      )}
      {!loading && subscription.data && <Plan current={subscription.data} />}
      {subscription.data?.has_plans !== false && <Help provider={subscription.data?.offer?.provider} />}
    </div>
  );
}

function Plan({ current }: { current: CurrentSubscription }) {
  const now = useNow();
  const management = useManagement();
  const [subscribing, setSubscribing] = useSubscribing();
  const standing = standingOf(current, now);
  return (
    <>
      {management.error !== undefined && (
        <Notice className={styles.notice} tone="bad">
          {management.error}
        </Notice>
      )}
      {current.endings.map((ending) => (
        <Notice
          key={`${ending.reason} ${ending.since}`}
          className={styles.notice}
          tone={ending.done_at === null ? 'warn' : 'info'}
        >
          {endingText(ending)}
        </Notice>
      ))}
      <CurrentPlan current={current} standing={standing} management={management} />
      <div className={styles.columns}>
        <section className={cx(surface.card, styles.usage)} aria-labelledby="usage-title">
          <header>
            <h2 id="usage-title">Usage</h2>
            <span className={cx(typography.small, typography.tertiary, layout.pushEnd, typography.tabular)}>
              Resets on {nextReset(now)}
            </span>
          </header>
          <UsageMeters subscription={current} />
        </section>
        {current.has_plans && isFree(current) ? (
          <ProCard offer={current.offer} again={standing.kind === 'ended'} onSubscribe={() => setSubscribing(true)} />
        ) : (
          <BillingDetails current={current} standing={standing} />
        )}
      </div>
      {/* Also for a plan that ends: it may be renewed before. */}
      {subscribing && current.has_plans && standing.kind !== 'renews' && current.offer !== null && (
        <CheckoutDialog offer={current.offer} onClose={() => setSubscribing(false)} />
      )}
    </>
  );
}

/** In the search parameters, because the pricing page links to it. */
function useSubscribing() {
  const [search, setSearch] = useSearchParams();
  const set = (on: boolean) => setSearch(on ? { upgrade: '1' } : {}, { replace: !on, preventScrollReset: true });
  return [search.has('upgrade'), set] as const;
}
