import { Ellipsis, Flag, OctagonX, Pause, Play } from 'lucide-react';
import { useState } from 'react';
import { RELAY_TEXTS as T, sayCommand, sayElapsed } from '#contract/relay-texts.ts';
import type { LiveRun } from '#contract/relay.ts';
import type { RunRequest } from '#contract/run.ts';
import { useLooksOnly } from '#web/lib/live/edit-lock.ts';
import { shortAge } from '#web/lib/time.ts';
import { useSeconds } from '#web/lib/use-seconds.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { IconButton } from '#web/ui/icon-button.tsx';
import { Menu } from '#web/ui/menu.tsx';
import { MenuItem } from '#web/ui/menu-items.tsx';
import { atWork } from '../data/lane-state.ts';
import { useAskRun } from '../data/queries.ts';
import styles from './run-bar.module.css';

/** What runs, since when and by whom, and what can be asked of it; the runner obeys with its next call. */
export function RunBar({ live, projectId }: { live: LiveRun; projectId: string }) {
  const now = useSeconds();
  const looksOnly = useLooksOnly();
  const { run } = live;
  const until = run.ended_at === null ? now : Date.parse(run.ended_at);
  const lasts = sayElapsed((until - Date.parse(run.started_at)) / 1_000);
  return (
    <header className={styles.bar}>
      <div className={styles.info}>
        <p className={styles.command}>{sayCommand(run)}</p>
        <p>
          {lasts}, {T.startedBy(run.started_by.name, run.host)}
          {run.ended_at !== null && `, ${T.endedSince(shortAge(run.ended_at, now))}`}
        </p>
      </div>
      {run.is_demo && <Badge tone="info">{T.demo}</Badge>}
      {run.ended_at === null && !looksOnly && <Controls live={live} projectId={projectId} />}
    </header>
  );
}

function Controls({ live: { run, workers }, projectId }: { live: LiveRun; projectId: string }) {
  const ask = useAskRun(projectId);
  const [isSure, setSure] = useState(false);
  const asking = ask.isPending ? ask.variables.request : undefined;
  // A stop after the current tasks is taken back by going on; a stop at once is not.
  const isHalted = run.is_paused || run.stop === 'finish';
  const send = (request: RunRequest) => ask.mutate({ runId: run.id, request });
  return (
    <div className={styles.controls}>
      {run.stop !== 'stop' && (
        <Button
          size="sm"
          variant="ghost"
          tallOnPhone
          icon={isHalted ? <Play /> : <Pause />}
          title={isHalted ? T.resumeHint : T.pauseHint}
          busy={asking === 'pause' || asking === 'resume'}
          onClick={() => send(isHalted ? 'resume' : 'pause')}
        >
          {isHalted ? T.resume : T.pause}
        </Button>
      )}
      <Button
        size="sm"
        tallOnPhone
        icon={<Flag />}
        disabled={run.stop !== null}
        busy={asking === 'finish'}
        onClick={() => send('finish')}
      >
        {run.stop === 'stop' ? T.stopping : run.stop === 'finish' ? T.finishing(atWork(workers)) : T.finish}
      </Button>
      <Menu
        label={T.actions}
        trigger={(props) => <IconButton {...props} size="sm" label={T.actions} icon={<Ellipsis />} />}
      >
        <MenuItem icon={<OctagonX />} danger disabled={run.stop === 'stop'} onSelect={() => setSure(true)}>
          {T.stop}
        </MenuItem>
      </Menu>
      <ConfirmDialog
        open={isSure}
        title={T.stopTitle}
        description={T.stopText}
        confirmLabel={T.stopConfirm}
        onClose={() => setSure(false)}
        onConfirm={() => {
          setSure(false);
          send('stop');
        }}
      />
    </div>
  );
}
