import { RELAY_TEXTS as T } from '#contract/relay-texts.ts';
import type { Run, RunWorker, WorkerState } from '#contract/run.ts';

export interface Step {
  label: string;
  state: 'past' | 'now' | 'next';
  command?: string | undefined;
  /** Since when it runs, where its time is shown. */
  since?: string | undefined;
}

const PLACE: Partial<Record<WorkerState, number>> = { setting_up: 0, working: 1, verifying: 2, merging: 3 };

/** The steps of a task in this run, of which one is at work: what the run does not do is not among them. */
export function stepsOf(
  run: Pick<Run, 'verify_command' | 'is_merging'>,
  { state, since, note, task_id: taskId }: Pick<RunWorker, 'state' | 'since' | 'note' | 'task_id'>,
): readonly Step[] {
  if (taskId !== null && state === 'stopping') return [{ label: T.stoppingStep, state: 'now', since }];
  const place = PLACE[state];
  if (taskId === null || place === undefined) return [];
  const at = (step: number): Step['state'] => (step < place ? 'past' : step === place ? 'now' : 'next');
  const steps: Step[] = [{ label: T.working, state: at(1) }];
  if (state === 'setting_up') steps.unshift({ label: T.settingUp, state: 'now', since });
  if (state === 'verifying')
    steps.push({ label: T.verifying, state: 'now', since, command: note === '' ? (run.verify_command ?? '') : note });
  else if (run.verify_command !== null) steps.push({ label: place > 2 ? T.verified : T.verifying, state: at(2) });
  if (run.is_merging || state === 'merging') steps.push({ label: T.merging, state: at(3) });
  return steps;
}
