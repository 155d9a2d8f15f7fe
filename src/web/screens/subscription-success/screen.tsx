import styles from './subscription-success.module.css';
import { CircleCheck, Clock } from 'lucide-react';
import { type ReactNode, useEffect, useRef } from 'react';
import { useNavigate } from 'react-router';
import { ACCOUNT_TEXTS } from '#contract/account-texts.ts';
import { SUCCESS_REDIRECT_SECONDS } from '#contract/constants.ts';
import { SUBSCRIPTION_TEXTS as T } from '#contract/subscription-texts.ts';
import { Crumbs } from '#web/features/frame/index.ts';
import { isSubscribed, useConfirmation, useSubscription } from '#web/features/subscription/index.ts';
import { messageOf } from '#web/lib/net/failure-toast.ts';
import { usePageTitle } from '#web/lib/page-title.ts';
import { useCountdown } from '#web/lib/use-countdown.ts';
import { paths } from '#web/paths.ts';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import typography from '#web/styles/typography.module.css';
import { cx } from '#web/ui/cx.ts';
import { Spinner } from '#web/ui/spinner.tsx';
import layout from '#web/styles/layout.module.css';

/** Return address of the provider. Shows the state the server confirms: opening the address proves no payment. */
export function Component() {
  usePageTitle('Subscription');
  const confirmation = useConfirmation();
  // The provider's webhook may arrive before our polling finds the payment.
  const { data: current } = useSubscription();
  const isConfirmed = confirmation.isAsked && current !== undefined && isSubscribed(current);
  return (
    <div className={cx(layout.page, layout.pageNarrow, styles.page)}>
      <Crumbs trail={[{ label: 'Subscription', to: paths.subscription }, { label: 'Confirmation' }]} />
      {isConfirmed ? <Thanks /> : confirmation.isAsked ? <NotYet confirmation={confirmation} /> : <Confirming />}
    </div>
  );
}

function Confirming() {
  return (
    <div className={styles.card} aria-busy="true">
      <Spinner />
      <div role="status">
        <h1>Confirming your subscription…</h1>
      </div>
      <p className={typography.secondary}>Checking with the payment provider.</p>
    </div>
  );
}

function Thanks() {
  const navigate = useNavigate();
  const left = useCountdown(SUCCESS_REDIRECT_SECONDS, () => void navigate(paths.subscription, { replace: true }));
  const first = useRef<HTMLAnchorElement>(null);
  useEffect(() => first.current?.focus({ preventScroll: true }), []);
  return (
    <div className={styles.card}>
      <CircleCheck className={cx(styles.icon, styles.confirmed)} />
      {/* Live region without the countdown, so that it is announced once. */}
      <div role="status">
        <h1>{T.success}</h1>
        <p className={typography.secondary}>Thank you. Pro has started, and its limits apply at once.</p>
        <span className={typography.visuallyHidden}>
          Taking you to your subscription in {SUCCESS_REDIRECT_SECONDS} seconds.
        </span>
      </div>
      <Ways>
        <ButtonLink ref={first} variant="primary" to={paths.subscription} replace>
          {ACCOUNT_TEXTS.viewSubscription}
        </ButtonLink>
      </Ways>
      <p className={cx(typography.small, typography.tertiary, typography.tabular)} aria-hidden="true">
        Redirecting to your subscription in {left} {left === 1 ? 'second' : 'seconds'}...
      </p>
    </div>
  );
}

function NotYet({ confirmation }: { confirmation: ReturnType<typeof useConfirmation> }) {
  const { isStillAsking, isFetching, error, askAgain } = confirmation;
  return (
    <div className={styles.card}>
      <Clock className={styles.icon} />
      <div role="status">
        <h1>No payment has arrived yet</h1>
        <p className={typography.secondary}>
          {error ? messageOf(error, T.fetchFailed) : 'Your plan has not changed.'}{' '}
          {isStillAsking
            ? 'We keep checking for a few moments.'
            : 'If you have just approved a subscription, it may take a few minutes: your plan changes as soon as the provider confirms it.'}
        </p>
      </div>
      <Ways>
        {!isStillAsking && (
          <Button busy={isFetching} onClick={askAgain}>
            Check Again
          </Button>
        )}
        <ButtonLink to={paths.subscription} replace>
          {ACCOUNT_TEXTS.viewSubscription}
        </ButtonLink>
      </Ways>
    </div>
  );
}

function Ways({ children }: { children: ReactNode }) {
  return (
    <div className={styles.ways}>
      {children}
      <ButtonLink to={paths.projects}>{T.goToProjects}</ButtonLink>
    </div>
  );
}
