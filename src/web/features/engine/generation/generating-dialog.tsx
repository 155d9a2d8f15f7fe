import type { ReactNode } from 'react';
import { GENERATION_TEXTS as T } from '#contract/generation-texts.ts';
import type { GenerationRun } from '#web/lib/live/live-generation.ts';
import { useSeconds } from '#web/lib/use-seconds.ts';
import { Dialog } from '#web/ui/dialog.tsx';
import { DraftedLists } from './drafted-lists.tsx';
import { GenerationLanes } from './lanes.tsx';
import typography from '#web/styles/typography.module.css';
import layout from '#web/styles/layout.module.css';
import { cx } from '#web/ui/cx.ts';
import styles from './generation.module.css';

export interface GeneratingDialogProps {
  /** Epoch milliseconds. */
  startedAt: number;
  run?: GenerationRun | undefined;
  text?: string;
  /** Actions of the dialog, for the preview page, where no run ends it. */
  children?: ReactNode;
}

const never = () => undefined;

/** Modal for the duration of a run. Not closable: the run ends with an answer or an error, and either one closes it. */
export function GeneratingDialog({ startedAt, run, text = T.analyzing, children }: GeneratingDialogProps) {
  return (
    <Dialog open onClose={never} closable={false} title={T.generating} description={text} actions={children}>
      <GenerationLanes run={run} />
      <DraftedLists lists={run?.lists ?? []} />
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
    <div className={cx(layout.row, typography.small, styles.progress)}>
      {/* Only the current step is in the live region: the elapsed seconds would be announced every second. */}
      <output className={cx(typography.secondary, typography.truncate)}>{what}</output>
      <span
        className={cx(layout.pushEnd, typography.tertiary, typography.tabular, typography.nowrap)}
        aria-hidden="true"
      >
        {run?.tasks === undefined ? seconds : `${T.listTasks(run.tasks)} so far · ${seconds}`}
      </span>
    </div>
  );
}
