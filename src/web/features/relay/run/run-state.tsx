import { Flag, OctagonX, Pause, Unplug } from 'lucide-react';
import type { ReactNode } from 'react';
import { END_WORDS, RELAY_TEXTS as T, sayCounts, sayElapsed } from '#contract/relay-texts.ts';
import type { LiveRun } from '#contract/relay.ts';
import type { Run } from '#contract/run.ts';
import { formatTime, shortAge } from '#web/lib/time.ts';
import { useNow } from '#web/lib/use-now.ts';
import icon from '#web/styles/icon.module.css';
import layout from '#web/styles/layout.module.css';
import { cx } from '#web/ui/cx.ts';
import { atWork } from '../data/lane-state.ts';
import type { RelayReach } from '../relay-reach.ts';
import { DiffCount } from '../results/result-line.tsx';
import styles from './run-state.module.css';

interface RunStateProps {
  live: LiveRun;
  isGone: boolean;
  batonOf: RelayReach['batonOf'];
}

/** What holds for the whole run: paused, stopping, its terminal is gone, or how it ended. */
export function RunState({ live, isGone, batonOf }: RunStateProps) {
  const now = useNow();
  const { run, workers } = live;
  const held = atWork(workers);
  if (run.ended_at !== null) return <Ended run={run} />;
  if (isGone) {
    const back = workers
      .flatMap(({ task_id: taskId }) => (taskId === null ? [] : (batonOf(taskId)?.expires_at ?? [])))
      .toSorted()
      .at(-1);
    return (
      <Line bad icon={<Unplug className={icon.size14} />} what={T.gone(shortAge(run.last_beat_at, now))}>
        {back === undefined ? T.goneFree : T.goneBack(formatTime(back))}
      </Line>
    );
  }
  if (run.stop === 'stop')
    return (
      <Line icon={<OctagonX className={icon.size14} />} what={T.stopBy(run.asked_by)}>
        {T.stopHint}
      </Line>
    );
  if (run.stop === 'finish')
    return (
      <Line icon={<Flag className={icon.size14} />} what={T.finishBy(run.asked_by)}>
        {T.finishText(held, workers.length)}
      </Line>
    );
  if (run.is_paused)
    return (
      <Line icon={<Pause className={icon.size14} />} what={T.pausedBy(run.asked_by)}>
        {T.pausedText(held)}
      </Line>
    );
  return null;
}

function Ended({ run }: { run: Run }) {
  const { ended_at: endedAt, started_at: startedAt, end, insertions, deletions, cost_usd: cost } = run;
  const seconds = (Date.parse(endedAt ?? startedAt) - Date.parse(startedAt)) / 1_000;
  return (
    <Line
      bad={end === 'failed' || end === 'lost'}
      icon={<Flag className={icon.size14} />}
      what={end === null ? 'Ended' : END_WORDS[end]}
    >
      <span className={styles.sum} data-part="run-summary">
        <span>{sayCounts(run)}</span> {insertions + deletions > 0 && <DiffCount diff={{ insertions, deletions }} />}{' '}
        {cost !== null && <span>{`$${cost.toFixed(2)}`}</span>} <span>{sayElapsed(seconds)}</span>
      </span>
    </Line>
  );
}

interface LineProps {
  icon: ReactNode;
  what: string;
  bad?: boolean;
  children: ReactNode;
}

function Line({ icon: mark, what, bad = false, children }: LineProps) {
  return (
    <div className={cx(styles.line, bad && styles.bad)} data-part="run-state">
      {mark}
      <span>{what}</span>
      <span className={layout.grow} />
      <span className={styles.more}>{children}</span>
    </div>
  );
}
