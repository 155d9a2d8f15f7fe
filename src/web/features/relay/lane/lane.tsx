import { ChevronDown, ChevronRight } from 'lucide-react';
import { memo } from 'react';
import type { Baton } from '#contract/plan.ts';
import { RELAY_TEXTS as T } from '#contract/relay-texts.ts';
import type { Run, RunResult, RunWorker } from '#contract/run.ts';
import { useNow } from '#web/lib/use-now.ts';
import { Dot } from '#web/ui/dot.tsx';
import { cx } from '#web/ui/cx.ts';
import { StatusGlyph } from '#web/ui/status-glyph.tsx';
import icon from '#web/styles/icon.module.css';
import typography from '#web/styles/typography.module.css';
import layout from '#web/styles/layout.module.css';
import { lookOf } from '../data/lane-state.ts';
import type { RelayReach } from '../relay-reach.ts';
import { Asked } from './asked.tsx';
import { LaneMenu } from './lane-menu.tsx';
import { LanePulse } from './lane-pulse.tsx';
import type { OutputOf } from './output-sheet.tsx';
import { Steps } from './steps.tsx';
import { Tail } from './tail.tsx';
import styles from './agent-lane.module.css';

const LOOK = {
  held: undefined,
  quiet: styles.quiet,
  stalled: styles.stalled,
  you: styles.you,
  free: styles.free,
} as const;
const TONE = { held: 'baton', quiet: 'warn', stalled: 'bad', you: undefined, free: undefined } as const;

export interface LaneProps {
  run: Run;
  worker: RunWorker;
  baton: Baton | undefined;
  /** Its newest question, while it is open. */
  asked: RunResult | undefined;
  isGone: boolean;
  /** Folded or not; undefined where lanes do not fold. */
  isOpen: boolean | undefined;
  onToggle: (name: string) => void;
  onRead: (of: OutputOf) => void;
  reach: RelayReach;
}

/** What an agent of a run is doing. Memoized: a line about one agent renders its own lane only. */
export const Lane = memo(function Lane({
  run,
  worker,
  baton,
  asked,
  isGone,
  isOpen,
  onToggle,
  onRead,
  reach,
}: LaneProps) {
  const now = useNow();
  const { name, task_id: taskId, number, title } = worker;
  const look = isGone ? 'free' : lookOf(worker, baton, asked !== undefined, now);
  const isShown = isOpen ?? true;
  const read = () => onRead({ runId: run.id, worker: name });
  return (
    <article
      className={cx(styles.lane, LOOK[look], !isShown && styles.folded)}
      aria-label={T.lane(name, number === null ? undefined : `T${number} ${title ?? ''}`)}
      data-part="lane"
      data-task={taskId ?? undefined}
      data-run={run.id}
      data-agent={name}
      data-look={look}
      // Lanes have keys of their own, which act on the one with the focus.
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={0}
    >
      <header className={styles.head}>
        {isOpen !== undefined && (
          <button
            type="button"
            className={styles.fold}
            aria-label={isOpen ? T.fold(name) : T.unfold(name)}
            aria-expanded={isOpen}
            onClick={() => onToggle(name)}
          >
            {isOpen ? <ChevronDown className={icon.size14} /> : <ChevronRight className={icon.size14} />}
          </button>
        )}
        {look === 'you' ? <StatusGlyph status="asking" /> : <Dot tone={TONE[look]} pulse={look === 'held'} />}
        <b className={typography.nowrap}>{name}</b>
        {taskId === null ? (
          <span className={cx(typography.small, typography.tertiary, layout.grow, styles.why)}>{sayFree(worker)}</span>
        ) : (
          <>
            <span className={styles.number}>T{number}</span>
            <span className={styles.place}>
              <button type="button" className={styles.title} onClick={() => reach.onSelect(taskId)}>
                {title}
              </button>
            </span>
            <LanePulse
              run={run}
              worker={worker}
              baton={baton}
              look={look}
              isFolded={!isShown}
              onTakeAway={() => reach.onTakeAway(taskId)}
              onStartAgain={(age) => reach.onStartAgain(taskId, T.startAgainReason(age))}
            />
          </>
        )}
        <LaneMenu worker={worker} canTake={baton !== undefined} reach={reach} onRead={read} />
      </header>
      {asked && <Asked result={asked} onAnswer={reach.onAnswer} />}
      {isShown && (
        <>
          <Steps run={run} worker={worker} look={look} />
          {(taskId !== null || worker.tail !== '') && <Tail worker={worker} onRead={read} />}
        </>
      )}
    </article>
  );
});

/** Why an agent has no task, as its runner says it. */
function sayFree({ state, note }: RunWorker): string {
  if (state === 'stopping') return T.stoppingLane;
  if (state !== 'waiting_for_limit') return note === '' ? T.free : `${T.free}: ${note}`;
  if (note === '') return T.waitsForLimit;
  return note.includes('limit') ? `${T.waits}: ${note}` : `${T.waitsForLimit}: ${note}`;
}
