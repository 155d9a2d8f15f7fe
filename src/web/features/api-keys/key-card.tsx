import { KeyRound, RefreshCw } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { KEY_TEXTS as T } from '#contract/api-key-texts.ts';
import type { AgentSighting, ApiKeyInfo } from '#contract/api-key.ts';
import { LOADING } from '#contract/common-texts.ts';
import { formatDate, shortAge } from '#web/lib/time.ts';
import { useSeconds } from '#web/lib/use-seconds.ts';
import { Button } from '#web/ui/button.tsx';
import { Badge } from '#web/ui/badge.tsx';
import { Dot } from '#web/ui/dot.tsx';
import { LoadingState, useDelayedFlag } from '#web/ui/loading.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { EmptyState, ErrorState } from '#web/ui/empty-state.tsx';
import { NewKeyBox } from './new-key-box.tsx';
import { useAgents, useApiKey } from './queries.ts';
import { RegenerateDialog } from './regenerate-dialog.tsx';
import type { NewKey } from './use-new-key.ts';
import layout from '#web/styles/layout.module.css';
import typography from '#web/styles/typography.module.css';
import { cx } from '#web/ui/cx.ts';
import { Card } from '#web/ui/card.tsx';
import styles from './key-card.module.css';

export function KeyCard({ made }: { made: NewKey }) {
  const key = useApiKey();
  const loading = useDelayedFlag(key.isPending);
  const [asking, setAsking] = useState(false);
  return (
    <Card pad aria-label="Your API key">
      {loading && (
        <LoadingState text={LOADING}>
          <Skeleton width="min(320px, 100%)" height={14} />
        </LoadingState>
      )}
      {!loading && key.isError && !key.data && (
        <ErrorState message={T.loadFailed} retrying={key.isFetching} onRetry={() => void key.refetch()} />
      )}
      {!loading && key.data && !key.data.hasApiKey && <NoKey made={made} />}
      {!loading && key.data?.hasApiKey && (
        <MaskedKey info={key.data}>
          <Button className={styles.renew} icon={<RefreshCw />} onClick={() => setAsking(true)}>
            {T.regenerate}
          </Button>
        </MaskedKey>
      )}
      <NewKeyBox made={made} />
      {asking && <RegenerateDialog made={made} onClose={() => setAsking(false)} />}
    </Card>
  );
}

function NoKey({ made }: { made: NewKey }) {
  return (
    <EmptyState
      icon={KeyRound}
      title={T.none}
      hint="Generate one to connect an agent."
      action={
        <Button variant="primary" busy={made.busy} onClick={() => void made.make('generate')}>
          {T.generate}
        </Button>
      }
    />
  );
}

function MaskedKey({ info, children }: { info: ApiKeyInfo; children: ReactNode }) {
  return (
    <div className={styles.line}>
      <span className={styles.icon}>
        <KeyRound />
      </span>
      <div className={layout.grow}>
        <div className={cx(layout.row, layout.gap8)}>
          <span className={cx(typography.mono, styles.masked)}>{info.maskedKey}</span>
          <Badge tone="ok">
            <Dot tone="ok" />
            {T.active}
          </Badge>
        </div>
        <KeyDates info={info} />
      </div>
      {children}
    </div>
  );
}

function KeyDates({ info: { createdAt, updatedAt } }: { info: ApiKeyInfo }) {
  const now = useSeconds();
  const { data: agents } = useAgents();
  const used = updatedAt === null ? undefined : lastUse(agents ?? [], updatedAt);
  const parts = [
    createdAt !== null && `Created ${formatDate(createdAt)}`,
    updatedAt !== null && updatedAt !== createdAt && `last regenerated ${formatDate(updatedAt)}`,
    used && `last used ${shortAge(used.at, now)} ago by ${used.agent}`,
  ];
  return (
    <p className={cx(typography.small, typography.tertiary, typography.tabular)}>{parts.filter(Boolean).join(' · ')}</p>
  );
}

/** Calls before `since` were made with the previous key. */
function lastUse(agents: readonly AgentSighting[], since: string) {
  const used = agents.flatMap(({ agent, last_call_at: at }) => (at !== null && at >= since ? [{ agent, at }] : []));
  return used.toSorted((a, b) => b.at.localeCompare(a.at))[0];
}
