import type { EventDataOf } from '#contract/events.ts';
import type { RunSummary } from '#contract/timeline.ts';
import { type Fold, type Reading, addEntry } from './fold.ts';

/** Runs of agents: tries that failed, and what came out at the end. How a task of a run ended is told of the task. */
export function foldRuns(fold: Fold, change: Reading): void {
  for (const { type, data } of change.events) {
    if (type === 'run.result' && data.outcome === 'tried_again')
      addEntry(fold, change, {
        kind: 'tried_again',
        taskId: data.task_id,
        data: { text: data.reason, try: data.try, tries: data.tries },
      });
    else if (type === 'run.ended') tellEnd(fold, change, data);
  }
}

/** By whoever began it: a run is ended by its runner, or by nobody. */
function tellEnd(fold: Fold, { at }: Reading, run: EventDataOf<'run.ended'>): void {
  const { started_by: actor, started_at } = run;
  addEntry(fold, { at, actor }, { kind: 'run_ended', data: { started_at, run: summaryOf(run) } });
}

const summaryOf = (run: EventDataOf<'run.ended'>): RunSummary => ({
  id: run.id,
  end: run.end,
  done: run.done,
  failed: run.failed,
  skipped: run.skipped,
  given_back: run.given_back,
  insertions: run.insertions,
  deletions: run.deletions,
  ...(run.is_demo ? { is_demo: true } : {}),
  seconds: Math.max(0, Math.round((Date.parse(run.ended_at ?? run.started_at) - Date.parse(run.started_at)) / 1_000)),
});
