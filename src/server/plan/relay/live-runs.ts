import { BATON_SLOTS_MAX, RUN_KEPT_MAX } from '#contract/constants.ts';
import type { Id } from '#contract/fields.ts';
import type { RelayLine } from '#contract/relay.ts';
import type { RunWorker } from '#contract/run.ts';
import type { Bus } from '#server/platform/bus.ts';
import { type OutputRing, createOutputRing } from './output-ring.ts';
import { type HeardWorker, type RelayMessage, packMessage } from './pack-message.ts';

const TOPIC = 'relay';
const RUNS_MAX = 256;
/** Of the output of all runs, in characters. */
const KEPT_MAX = 16 * 1_024 * 1_024;

interface LiveWorker {
  heard: HeardWorker;
  movedAt: string | null;
  ring: OutputRing;
}
interface LiveRun {
  project: Id;
  workers: Map<string, LiveWorker>;
}
type Listener = (key: string, line: RelayLine) => void;

export interface LiveRuns {
  /** Tells every server, this one at once. */
  tell(message: RelayMessage): void;
  workersOf(run: Id): RunWorker[];
  outputOf(run: Id, worker: string): { text: string; from: number };
  /** The lines of a project's runs, from now on; returns how to leave. */
  follow(project: Id, listener: Listener): () => void;
}

/** One for each server: what agents of runs are doing is kept in memory only, and heard over the bus. */
const servers = new WeakMap<Bus, LiveRuns>();

export function liveRunsOf(bus: Bus): LiveRuns {
  const known = servers.get(bus) ?? openLiveRuns(bus);
  servers.set(bus, known);
  return known;
}

function openLiveRuns(bus: Bus): LiveRuns {
  // In the order in which they were last heard of: the first to drop are those that have ended.
  const runs = new Map<Id, LiveRun>();
  const followers = new Map<Id, Set<Listener>>();
  let kept = 0;
  const dropOldest = () => {
    for (const [id, run] of runs) {
      if (runs.size <= RUNS_MAX && kept <= KEPT_MAX) return;
      kept -= sizeOf(run);
      runs.delete(id);
    }
  };

  const hear = (subject: string) => {
    const message = JSON.parse(subject) as RelayMessage;
    const run = runs.get(message.run) ?? { project: message.project, workers: new Map<string, LiveWorker>() };
    runs.delete(message.run);
    runs.set(message.run, run);
    const before = sizeOf(run);
    const worker = message.worker === null ? null : hearWorker(run, message, message.worker);
    kept += sizeOf(run) - before;
    dropOldest();
    const line = { run_id: message.run, at: message.at, worker };
    for (const listener of followers.get(run.project) ?? []) listener(`${message.run} ${worker?.name ?? ''}`, line);
  };
  bus.on(TOPIC, hear);

  return {
    tell: (message) => bus.tell(TOPIC, packMessage(message)),
    workersOf: (run) => [...(runs.get(run)?.workers.values() ?? [])].map(present),
    outputOf: (run, worker) => runs.get(run)?.workers.get(worker)?.ring.tail(RUN_KEPT_MAX) ?? { text: '', from: 1 },
    follow(project, listener) {
      const listeners = followers.get(project) ?? new Set<Listener>();
      followers.set(project, listeners.add(listener));
      return () => {
        listeners.delete(listener);
        if (listeners.size === 0 && followers.get(project) === listeners) followers.delete(project);
      };
    },
  };
}

const sizeOf = ({ workers }: LiveRun): number => workers.values().reduce((sum, { ring }) => sum + ring.size(), 0);

function hearWorker({ workers }: LiveRun, { at, has_moved, lines }: RelayMessage, heard: HeardWorker): RunWorker {
  const known = workers.get(heard.name);
  const worker: LiveWorker = {
    heard,
    movedAt: has_moved || lines !== null ? at : (known?.movedAt ?? null),
    ring: known?.ring ?? createOutputRing(),
  };
  if (lines !== null) worker.ring.add(lines.from, lines.text);
  // Set again under the same name keeps its place: lanes stay in the order in which agents joined.
  workers.set(heard.name, worker);
  for (const first of [...workers.keys()].slice(0, Math.max(0, workers.size - BATON_SLOTS_MAX))) workers.delete(first);
  return present(worker);
}

const present = ({ heard, movedAt, ring }: LiveWorker): RunWorker => ({
  ...heard,
  moved_at: movedAt,
  tail: ring.tail().text,
  lines: ring.count(),
});
