import { useRef, useState } from 'react';
import { Link } from 'react-router';
import { FAILURE_TEXTS, LOADING } from '#contract/common-texts.ts';
import type { ConnectedApp } from '#contract/connected-apps.ts';
import { useApps, useRevokeApp } from '#web/features/account/index.ts';
import { failureToast, messageOf } from '#web/lib/net/failure-toast.ts';
import { isShownElsewhere } from '#web/lib/session/session-failure.ts';
import { formatDateTime } from '#web/lib/time.ts';
import { paths } from '#web/paths.ts';
import { Button } from '#web/ui/button.tsx';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { Badge } from '#web/ui/badge.tsx';
import { LoadingState, useDelayedFlag } from '#web/ui/loading.tsx';
import { useRescuedFocus } from '#web/ui/rescue-focus.ts';
import { ErrorState } from '#web/ui/empty-state.tsx';
import { toast } from '#web/ui/toast.ts';
import { AccountRow } from './account-row.tsx';
import typography from '#web/styles/typography.module.css';
import layout from '#web/styles/layout.module.css';
import { cx } from '#web/ui/cx.ts';
import sessionList from './session-list.module.css';

export function ConnectedApps() {
  const apps = useApps();
  const loading = useDelayedFlag(apps.isPending);
  const revoke = useRevokeApp();
  const [asking, setAsking] = useState<ConnectedApp>();
  const end = (app: ConnectedApp) => {
    setAsking(undefined);
    revoke.mutate(app, {
      onSuccess: () => toast({ title: 'App Disconnected', description: `${app.name} no longer has access.` }),
      onError: (error) => {
        if (!isShownElsewhere(error)) toast(failureToast(error, FAILURE_TEXTS.unknownText));
      },
    });
  };
  return (
    <AccountRow title="Connected Apps" about="Agents that you have signed in. Each works in one project.">
      {loading && <LoadingState text={LOADING} />}
      {apps.error && !apps.data && (
        <ErrorState
          heading="h3"
          message={messageOf(apps.error, FAILURE_TEXTS.unknownText)}
          onRetry={() => void apps.refetch()}
        />
      )}
      {!loading && apps.data?.length === 0 && (
        <p className={cx(typography.small, typography.tertiary)}>
          No apps are connected. <Link to={paths.apiKeys}>Connect an agent</Link> to begin.
        </p>
      )}
      {!loading && apps.data && apps.data.length > 0 && (
        <ul className={sessionList.list}>
          {apps.data.map((app) => (
            <AppRow
              key={app.id}
              app={app}
              ending={revoke.isPending && revoke.variables.id === app.id}
              onEnd={() => setAsking(app)}
            />
          ))}
        </ul>
      )}
      {asking && (
        <ConfirmDialog
          open
          title={`Disconnect ${asking.name}?`}
          description={`It can no longer work in ${asking.project_name}. To use it again, sign in from the app.`}
          confirmLabel="Disconnect"
          danger
          onConfirm={() => end(asking)}
          onClose={() => setAsking(undefined)}
        />
      )}
    </AccountRow>
  );
}

function AppRow({ app, ending, onEnd }: { app: ConnectedApp; ending: boolean; onEnd: () => void }) {
  const row = useRef<HTMLLIElement>(null);
  useRescuedFocus(row);
  return (
    <li ref={row}>
      <div className={layout.grow}>
        <span className={cx(layout.row, layout.gap8)}>
          <b className={typography.truncate}>{app.name}</b>
          {app.host === null ? <Badge>Unverified</Badge> : <Badge tone="ok">{app.host}</Badge>}
          {!app.may_write && <Badge>Read-only</Badge>}
        </span>
        <span className={cx(typography.small, typography.tertiary)}>
          <Link className={typography.secondary} to={paths.project(app.project_id)}>
            {app.project_name}
          </Link>{' '}
          · since {formatDateTime(app.connected_at)} ·{' '}
          {app.last_used_at === null ? 'not used yet' : `last used ${formatDateTime(app.last_used_at)}`}
        </span>
      </div>
      <Button size="sm" busy={ending} onClick={onEnd} aria-label={`Disconnect ${app.name} from ${app.project_name}`}>
        Disconnect
      </Button>
    </li>
  );
}
