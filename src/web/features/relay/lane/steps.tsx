import { Check, GitBranch } from 'lucide-react';
import { RELAY_TEXTS as T, sayClock } from '#contract/relay-texts.ts';
import type { Run, RunWorker } from '#contract/run.ts';
import { useSeconds } from '#web/lib/use-seconds.ts';
import { copyText } from '#web/ui/copy-text.ts';
import { cx } from '#web/ui/cx.ts';
import { toast } from '#web/ui/toast.ts';
import icon from '#web/styles/icon.module.css';
import typography from '#web/styles/typography.module.css';
import type { LaneLook } from '../data/lane-state.ts';
import { type Step, stepsOf } from '../data/steps.ts';
import styles from './task-steps.module.css';

const LOOK = { past: styles.past, now: styles.now, next: undefined } as const;
/** Ember is a baton in a live hand only. */
const TONE: Record<LaneLook, string | undefined> = {
  held: styles.held,
  quiet: styles.quiet,
  stalled: styles.stalled,
  you: undefined,
  free: undefined,
};

/** "✓ Working — Verifying npm test 0:48 — Merging", and the branch, which a click copies. */
export function Steps({ run, worker, look }: { run: Run; worker: RunWorker; look: LaneLook }) {
  const steps = stepsOf(run, worker);
  const { branch } = worker;
  if (steps.length === 0 && branch === null) return null;
  return (
    <div className={cx(styles.row, TONE[look])}>
      <ol className={styles.steps} aria-label={T.steps}>
        {steps.map((step) => (
          <li key={step.label} className={LOOK[step.state]} aria-current={step.state === 'now' ? 'step' : undefined}>
            {step.state === 'past' && <Check className={icon.size12} aria-hidden="true" />}
            {step.label}
            {step.command !== undefined && step.command !== '' && (
              <code className={typography.truncate}>{step.command}</code>
            )}
            <StepClock step={step} />
          </li>
        ))}
      </ol>
      {worker.try > 1 && worker.task_id !== null && (
        <span className={styles.try}>{T.try(worker.try, worker.tries)}</span>
      )}
      {branch !== null && <Branch branch={branch} />}
    </div>
  );
}

function StepClock({ step: { since } }: { step: Step }) {
  return since === undefined ? null : <Clock since={since} />;
}

function Clock({ since }: { since: string }) {
  const now = useSeconds();
  return <i className={typography.tabular}>{sayClock((now - Date.parse(since)) / 1_000)}</i>;
}

function Branch({ branch }: { branch: string }) {
  const copy = () => void copyText(branch).then((done) => done && toast({ title: T.copied, variant: 'success' }));
  return (
    <button type="button" className={styles.branch} title={T.copyBranch(branch)} onClick={copy}>
      <GitBranch className={icon.size12} aria-hidden="true" />
      <span className={typography.truncate}>{branch}</span>
    </button>
  );
}
