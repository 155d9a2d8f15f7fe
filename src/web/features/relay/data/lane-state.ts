import type { Baton } from '#contract/plan.ts';
import { RUN_LOST_SECONDS } from '#contract/constants.ts';
import type { LiveRun, RunView } from '#contract/relay.ts';
import type { Run, RunResult, RunWorker } from '#contract/run.ts';
import { presenceOf } from '#web/lib/presence.ts';

/** held: ember; quiet and stalled as everywhere; you: a person is asked; free: no baton in a live hand. */
export type LaneLook = 'held' | 'quiet' | 'stalled' | 'you' | 'free';

type Worker = Pick<RunWorker, 'task_id' | 'state' | 'moved_at'>;

export function lookOf(worker: Worker, baton: Baton | undefined, hasAsked: boolean, now: number): LaneLook {
  if (worker.task_id === null) return hasAsked ? 'you' : 'free';
  // While it verifies or merges, and while it sets up, the runner works and not the agent.
  if (worker.state === 'waiting_for_limit') return 'free';
  if (worker.state !== 'working') return 'held';
  const heardAt = lastHeard(worker, baton);
  if (heardAt === undefined) return 'held';
  return ({ working: 'held', quiet: 'quiet', stalled: 'stalled' } as const)[presenceOf({ last_call_at: heardAt }, now)];
}

/** Its last call, or what its program last printed, whichever is newer. */
export function lastHeard({ moved_at: movedAt }: Pick<RunWorker, 'moved_at'>, baton: Baton | undefined) {
  const times = [movedAt, baton?.last_call_at].filter((at) => typeof at === 'string');
  return times.toSorted().at(-1);
}

/** Its terminal has said nothing for so long that it counts as gone. */
export const isGone = (run: Pick<Run, 'last_beat_at' | 'ended_at'>, now: number) =>
  run.ended_at === null && now - Date.parse(run.last_beat_at) > RUN_LOST_SECONDS * 1_000;

export const atWork = (workers: readonly RunWorker[]) => workers.filter(({ task_id }) => task_id !== null).length;

export const isRunning = ({ run }: Pick<LiveRun, 'run'>) => run.ended_at === null;

/** How many agents of runs are at work; none where no run is. */
export const countAtWork = (view: RunView) =>
  view.runs.filter(isRunning).reduce((sum, { workers }) => sum + atWork(workers), 0);

/** The newest question of this agent, so that its lane can lead to it. */
export const askedBy = (results: readonly RunResult[], runId: string, worker: string) =>
  results.find((each) => each.run_id === runId && each.worker === worker && each.outcome === 'asked');

const OPEN_MOST = 4;

/** Up to four lanes are open; opening another one folds the one opened longest ago. */
export const openLanes = (chosen: readonly string[] | undefined, names: readonly string[]): readonly string[] =>
  (chosen ?? names)
    .filter((name) => names.includes(name))
    .slice(chosen ? -OPEN_MOST : 0, chosen ? undefined : OPEN_MOST);

export const toggleLane = (open: readonly string[], name: string): readonly string[] =>
  open.includes(name) ? open.filter((each) => each !== name) : [...open, name].slice(-OPEN_MOST);

export const isFolding = (names: readonly string[]) => names.length > OPEN_MOST;
