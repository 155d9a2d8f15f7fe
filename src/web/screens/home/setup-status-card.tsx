import { HOME_TEXTS as T } from '#contract/account-texts.ts';
import { LOADING } from '#contract/common-texts.ts';
import type { Probe } from '#contract/instance.ts';
import { useSetupStatus } from '#web/features/instance/index.ts';
import { messageOf } from '#web/lib/net/failure-toast.ts';
import { Dot } from '#web/ui/dot.tsx';
import { LoadingState, useDelayedFlag } from '#web/ui/loading.tsx';
import { ErrorState } from '#web/ui/empty-state.tsx';
import { Card } from '#web/ui/card.tsx';
import layout from '#web/styles/layout.module.css';
import typography from '#web/styles/typography.module.css';
import { cx } from '#web/ui/cx.ts';

const TONE = {
  ready: 'ok',
  connected: 'ok',
  active: 'ok',
  failing: 'bad',
  'not configured': undefined,
} as const satisfies Record<Probe['state'], unknown>;

/** What each part of this instance answered when it was asked just now. */
export function SetupStatusCard() {
  const probes = useSetupStatus();
  const loading = useDelayedFlag(probes.isPending);
  return (
    <Card pad aria-labelledby="home-setup">
      <h2 id="home-setup">{T.setup}</h2>
      {loading && <LoadingState text={LOADING} />}
      {probes.isError && !probes.data && (
        <ErrorState
          message={messageOf(probes.error, 'Failed to load the setup status')}
          onRetry={() => void probes.refetch()}
        />
      )}
      {!loading && probes.data && (
        <ul className="home-probes">
          {probes.data.map((probe) => (
            <li key={probe.name}>
              <Dot tone={TONE[probe.state]} />
              <span className="font-medium">{probe.name}</span>
              <span className={cx(layout.pushEnd, typography.small, typography.secondary)}>{probe.state}</span>
              <span className={cx(typography.small, typography.tertiary, 'detail')}>{probe.detail}</span>
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}
