import type { QueryClient } from '@tanstack/react-query';
import type { FeedEvent } from '#contract/events.ts';
import type { LiveRun, RelayLine, RunView } from '#contract/relay.ts';
import type { RunWorker } from '#contract/run.ts';
import { queryKeys } from '../net/query-keys.ts';

/** A run counts as gone after a minute: its lanes need not be drawn again with every beat. */
const BEAT_STEP = 5_000;

/** The newest line of each agent, with when it came here: an answer that was asked for before it is older. */
type Heard = Map<string, { line: RelayLine; at: number }>;
const heard = new WeakMap<QueryClient, Map<string, Heard>>();

/** Writes what agents of runs do into the cached view; an agent that said nothing new keeps its object. */
export function hearRelay(cache: QueryClient, projectId: string, lines: readonly RelayLine[], now = Date.now()): void {
  const known = linesOf(cache, projectId);
  for (const line of lines) known.set(`${line.run_id} ${line.worker?.name ?? ''}`, { line, at: now });
  const key = queryKeys.relay(projectId);
  const view = cache.getQueryData<RunView>(key);
  if (!view) return;
  cache.setQueryData<RunView>(key, withLines(view, lines));
  // A run that is not in the view has begun elsewhere, or was fetched before it began.
  if (lines.some(({ run_id: id }) => !view.runs.some(({ run }) => run.id === id))) askForRelay(cache, projectId);
}

/** An answer that was asked for at this time, with the lines that came since. */
export function afterLines(cache: QueryClient, projectId: string, answer: RunView, askedAt: number): RunView {
  const known = linesOf(cache, projectId);
  const late = [...known.values()].filter(({ at }) => at >= askedAt).map(({ line }) => line);
  // Runs that are not shown any more are forgotten.
  for (const [name, { line }] of known) if (!answer.runs.some(({ run }) => run.id === line.run_id)) known.delete(name);
  return withLines(answer, late);
}

/** Runs that began, changed and ended, and what came of their tasks. */
export function hearRuns(cache: QueryClient, projectId: string, events: readonly FeedEvent[]): void {
  const news = events.filter(({ type }) => type.startsWith('run.'));
  if (news.length === 0) return;
  const key = queryKeys.relay(projectId);
  cache.setQueryData<RunView>(key, (view) => view && news.reduce(afterEvent, view));
  askForRelay(cache, projectId);
  if (news.some(({ type }) => type === 'run.result'))
    void cache.invalidateQueries({ queryKey: queryKeys.allRunResults(projectId) });
}

export const askForRelay = (cache: QueryClient, projectId: string) =>
  void cache.invalidateQueries({ queryKey: queryKeys.relay(projectId), exact: true });

/** Where no run is in sight, the queue is not shown. */
export const isRelayShown = (cache: QueryClient, projectId: string): boolean =>
  cache.getQueryData<RunView>(queryKeys.relay(projectId))?.runs.some(({ run }) => run.ended_at === null) ?? false;

function linesOf(cache: QueryClient, projectId: string): Heard {
  const ofCache = heard.get(cache) ?? new Map<string, Heard>();
  heard.set(cache, ofCache);
  const known: Heard = ofCache.get(projectId) ?? new Map();
  ofCache.set(projectId, known);
  return known;
}

function withLines(view: RunView, lines: readonly RelayLine[]): RunView {
  if (lines.length === 0) return view;
  return {
    ...view,
    runs: view.runs.map((each) => lines.filter(({ run_id: id }) => id === each.run.id).reduce(withLine, each)),
  };
}

function withLine({ run, workers }: LiveRun, { at, worker }: RelayLine): LiveRun {
  const isBeat = Date.parse(at) - Date.parse(run.last_beat_at) >= BEAT_STEP;
  const beaten = isBeat ? { ...run, last_beat_at: at } : run;
  if (!worker) return { run: beaten, workers };
  // Lanes stay in the order in which agents joined.
  const known = workers.find(({ name }) => name === worker.name);
  if (!known) return { run: beaten, workers: [...workers, worker] };
  if (isSame(known, worker)) return { run: beaten, workers };
  return { run: beaten, workers: workers.map((each) => (each === known ? worker : each)) };
}

/** Every agent is told of with every beat, and most of them have nothing new. */
const isSame = (a: RunWorker, b: RunWorker) =>
  Object.entries(a).every(([key, value]) => b[key as keyof RunWorker] === value);

function afterEvent(view: RunView, event: FeedEvent): RunView {
  switch (event.type) {
    case 'run.started':
      return view.runs.some(({ run }) => run.id === event.data.id)
        ? view
        : // Ended runs make room for the one that begins.
          {
            ...view,
            runs: [...view.runs.filter(({ run }) => run.ended_at === null), { run: event.data, workers: [] }],
          };
    case 'run.updated':
    case 'run.ended':
      return {
        ...view,
        runs: view.runs.map((each) => (each.run.id === event.data.id ? { ...each, run: event.data } : each)),
      };
    case 'run.result': {
      const { data } = event;
      const isOfOthers = !view.runs.some(({ run }) => run.id === data.run_id);
      if (isOfOthers || view.results.some(({ id }) => id === data.id)) return view;
      return { ...view, results: [data, ...view.results], results_total: view.results_total + 1 };
    }
    default:
      return view;
  }
}
