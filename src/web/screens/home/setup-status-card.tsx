import { HOME_TEXTS as T } from '#contract/account-texts.ts';
import { LOADING } from '#contract/common-texts.ts';
import type { Probe } from '#contract/instance.ts';
import { useSetupStatus } from '#web/features/instance/index.ts';
import { messageOf } from '#web/lib/net/failure-toast.ts';
import { Dot } from '#web/ui/dot.tsx';
import { LoadingState, useDelayedFlag } from '#web/ui/loading.tsx';
import { ErrorState } from '#web/ui/empty-state.tsx';
import { HomeCard } from './home-card.tsx';
import layout from '#web/styles/layout.module.css';
import typography from '#web/styles/typography.module.css';
import { cx } from '#web/ui/cx.ts';
import styles from './home.module.css';

const TONE = {
  ready: 'ok',
  connected: 'ok',
  active: 'ok',
  failing: 'bad',
  'not configured': undefined,
} as const satisfies Record<Probe['state'], unknown>;

/** Results of the live checks of this instance. */
export function SetupStatusCard() {
  const probes = useSetupStatus();
  const loading = useDelayedFlag(probes.isPending);
  return (
    <HomeCard id="home-setup" title={T.setup}>
      {loading && <LoadingState text={LOADING} />}
      {probes.isError && !probes.data && (
        <ErrorState
          message={messageOf(probes.error, 'Failed to load the setup status')}
          onRetry={() => void probes.refetch()}
        />
      )}
      {!loading && probes.data && (
        <ul className={styles.probes}>
          {probes.data.map((probe) => (
            <li key={probe.name}>
              <Dot tone={TONE[probe.state]} />
              <span className={styles.probeName}>{probe.name}</span>
              <span className={cx(layout.pushEnd, typography.small, typography.secondary)}>{probe.state}</span>
              <span className={cx(typography.small, typography.tertiary, styles.detail)}>{probe.detail}</span>
            </li>
          ))}
        </ul>
      )}
    </HomeCard>
  );
}
