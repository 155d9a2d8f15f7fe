import type { TimelineEntry } from '#contract/timeline.ts';

/** One agent on one task, from taking the baton to giving it back. */
export interface Stretch {
  entry: TimelineEntry;
  agent: string;
  from: number;
  to: number;
  tone: 'done' | 'held' | 'ended';
  slot: number;
}

/** Work that ended without a result is drawn dashed. */
const ENDED: ReadonlySet<string> = new Set(['stopped', 'freed', 'put_back']);

/** Oldest first. */
export function readStretches(entries: readonly TimelineEntry[], now: number): Stretch[] {
  return entries
    .flatMap((entry): Stretch[] => {
      const { kind, at, who, data } = entry;
      if (data.started_at === undefined) return [];
      const from = Date.parse(data.started_at);
      // A silent agent worked until its last call; the lease ended later.
      const until = kind === 'held' ? now : Date.parse((kind === 'stopped' ? data.last_call_at : undefined) ?? at);
      const tone = kind === 'held' ? 'held' : ENDED.has(kind) ? 'ended' : 'done';
      return [{ entry, agent: who.name, from, to: Math.max(from, until), tone, slot: data.slot ?? 1 }];
    })
    .toSorted((a, b) => a.from - b.from);
}

/** Two stretches of one baton with different holders. */
export function listHandovers(stretches: readonly Stretch[]): { from: Stretch; to: Stretch }[] {
  const last = new Map<number, Stretch>();
  return stretches.flatMap((to) => {
    const from = last.get(to.slot);
    last.set(to.slot, to);
    return from !== undefined && from.agent !== to.agent ? [{ from, to }] : [];
  });
}

/** A task that was reopened or done again later counts only where it was done last. */
export const isFinished = ({ kind, data }: TimelineEntry) =>
  (kind === 'finished' || kind === 'skipped') && data.is_undone !== true;

export interface Lane {
  name: string;
  /** More than one where the less busy share a lane. */
  agents: ReadonlySet<string>;
  tasks: number;
  ms: number;
}

const LANES_MAX = 6;

/** The busiest first; over six agents the five busiest and one lane for the others. */
export function listLanes(stretches: readonly Stretch[], others: string): Lane[] {
  const byAgent = new Map<string, Lane>();
  for (const { agent, from, to, entry } of stretches) {
    const lane = byAgent.get(agent) ?? { name: agent, agents: new Set([agent]), tasks: 0, ms: 0 };
    byAgent.set(agent, { ...lane, tasks: lane.tasks + (isFinished(entry) ? 1 : 0), ms: lane.ms + to - from });
  }
  const lanes = [...byAgent.values()].toSorted((a, b) => b.ms - a.ms || a.name.localeCompare(b.name));
  if (lanes.length <= LANES_MAX) return lanes;
  const rest = lanes.slice(LANES_MAX - 1);
  const together = {
    name: others,
    agents: new Set(rest.flatMap(({ agents }) => [...agents])),
    tasks: rest.reduce((sum, { tasks }) => sum + tasks, 0),
    ms: rest.reduce((sum, { ms }) => sum + ms, 0),
  };
  return [...lanes.slice(0, LANES_MAX - 1), together];
}
