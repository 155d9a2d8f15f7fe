import type { Baton } from '#contract/plan.ts';
import { RELAY_TEXTS as T, sayElapsed, STATE_WORDS } from '#contract/relay-texts.ts';
import type { Run, RunWorker } from '#contract/run.ts';
import { useLooksOnly } from '#web/lib/live/edit-lock.ts';
import { beatsUntil } from '#web/lib/presence.ts';
import { shortAge } from '#web/lib/time.ts';
import { useSeconds } from '#web/lib/use-seconds.ts';
import { Button } from '#web/ui/button.tsx';
import { Beats } from '#web/ui/charts/beats.tsx';
import { cx } from '#web/ui/cx.ts';
import typography from '#web/styles/typography.module.css';
import { lastHeard, type LaneLook } from '../data/lane-state.ts';
import styles from './agent-lane.module.css';

/** Half minutes of the last nine minutes. */
const SHOWN = 18;

interface LanePulseProps {
  run: Run;
  worker: RunWorker;
  baton: Baton | undefined;
  look: LaneLook;
  /** Its step is here, because it has no row of its own. */
  isFolded: boolean;
  onTakeAway: () => void;
  onStartAgain: (age: string) => void;
}

/** Whether it lives: its calls, the last one, and since when it has the task. */
export function LanePulse({ worker, baton, look, isFolded, onTakeAway, onStartAgain }: LanePulseProps) {
  const now = useSeconds();
  const looksOnly = useLooksOnly();
  const heardAt = lastHeard(worker, baton);
  const age = heardAt === undefined ? undefined : shortAge(heardAt, now);
  const isSilent = look === 'quiet' || look === 'stalled';
  return (
    <>
      {isFolded && !isSilent && <span className={cx(styles.step, typography.small)}>{STATE_WORDS[worker.state]}</span>}
      {baton && !isSilent && (
        <Beats
          size="small"
          className={styles.beats}
          values={beatsUntil(baton, now).slice(-SHOWN)}
          label="Calls per half minute over the last nine minutes"
        />
      )}
      {isSilent && age !== undefined ? (
        <span className={cx(styles.says, typography.small)}>{look === 'quiet' ? T.quiet(age) : T.stalled(age)}</span>
      ) : (
        heardAt !== undefined && <LastCall at={heardAt} />
      )}
      {look === 'stalled' && baton && !looksOnly && (
        <span className={styles.buttons}>
          <Button size="sm" onClick={() => onStartAgain(age ?? '')}>
            {T.startAgain}
          </Button>
          <Button size="sm" variant="ghost" onClick={onTakeAway}>
            {T.takeAway}
          </Button>
        </span>
      )}
      {worker.task_since !== null && (
        <span className={styles.elapsed}>{sayElapsed((now - Date.parse(worker.task_since)) / 1_000)}</span>
      )}
    </>
  );
}

function LastCall({ at }: { at: string }) {
  return (
    <span className={cx(styles.call, typography.small, typography.tabular)}>
      {T.lastCall(shortAge(at, useSeconds()))}
    </span>
  );
}
