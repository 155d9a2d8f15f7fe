import './generation.css';
import type { ReactNode } from 'react';
import { GENERATION_TEXTS as T } from '#contract/generation-texts.ts';
import type { GenerationRun } from '#web/lib/live/live-generation.ts';
import { useSeconds } from '#web/lib/use-seconds.ts';
import { Dialog } from '#web/ui/dialog.tsx';
import { GenerationLanes } from './lanes.tsx';
import typography from '#web/styles/typography.module.css';
import layout from '#web/styles/layout.module.css';
import { cx } from '#web/ui/cx.ts';

export interface GeneratingDialogProps {
  /** Milliseconds. */
  startedAt: number;
  run?: GenerationRun | undefined;
  text?: string;
  /** A way on, where the dialog is only shown around. */
  children?: ReactNode;
}

const never = () => undefined;

/** While a plan is made. It cannot be closed: what it waits for ends by itself, one way or the other. */
export function GeneratingDialog({ startedAt, run, text = T.analyzing, children }: GeneratingDialogProps) {
  return (
    <Dialog open onClose={never} closable={false} title={T.generating} description={text} actions={children}>
      <GenerationLanes run={run} />
      <Progress startedAt={startedAt} run={run} />
      <p className={cx(typography.tertiary, typography.small)}>{T.moments}</p>
    </Dialog>
  );
}

function Progress({ startedAt, run }: { startedAt: number; run: GenerationRun | undefined }) {
  const now = useSeconds();
  const seconds = `${Math.max(0, Math.floor((now - startedAt) / 1_000))}s`;
  const what = run?.listName ?? run?.message ?? '';
  return (
    <div className={cx(layout.row, typography.small, 'gen-line')}>
      {/* What it is at is said; the seconds that pass are not. */}
      <output className={cx(typography.secondary, typography.truncate)}>{what}</output>
      <span
        className={cx(layout.pushEnd, typography.tertiary, typography.tabular, typography.nowrap)}
        aria-hidden="true"
      >
        {run?.tasks === undefined ? seconds : `${countOf(run.tasks)} so far · ${seconds}`}
      </span>
    </div>
  );
}

const countOf = (tasks: number) => (tasks === 1 ? '1 task' : `${tasks.toLocaleString('en-US')} tasks`);
