import type pg from 'pg';
import { checkHistory } from './check-history.ts';
import { WHY } from './lock-calls.ts';
import { findPlanFaults } from './plan-faults.ts';
import type { ProjectHistory } from './record-history.ts';
import { shownAs } from './lock-model.ts';
import type { HistoryRun } from './run-history.ts';

export interface Judgement {
  /** Descriptions of anomalies; none in a good run. */
  anomalies: string[];
  summary: string;
}

/** A baton according to the feed. */
interface Taken {
  task: string;
  by: string;
  /** It ended, and apparently not by its holder. */
  isLost: boolean;
  /** It was ended under the same name: by another window, or the holder itself. */
  isEndedByName: boolean;
}

/** Checks that the histories are linearizable as a lock with fencing, and that every loss was told. */
export async function judgeHistory({ histories, kills, pool }: HistoryRun): Promise<Judgement> {
  const anomalies = await findPlanFaults(pool);
  const counts = { operations: 0, unanswered: 0, taken: 0, refused: 0, told: 0 };
  for (const history of histories) {
    const { entries, told, initial } = history;
    const verdict = checkHistory(initial, entries);
    if (!verdict.linearizable) anomalies.push(verdict.reason);
    const batons = await readBatons(pool, history);
    anomalies.push(...judgeTakers(history, batons), ...judgeLosses(history, batons));
    counts.operations += entries.length;
    counts.unanswered += entries.filter(({ result }) => result === undefined).length;
    counts.taken += entries.filter(({ result }) => result?.is === 'taken').length;
    counts.refused += entries.filter(({ result }) => result?.is === 'held' || result?.is === 'stale').length;
    counts.told += told.length;
  }
  const summary = `${counts.operations} operations, ${kills} kills, ${counts.unanswered} unanswered, ${counts.taken} batons taken, ${counts.refused} refusals, ${counts.told} losses told, ${anomalies.length} anomalies`;
  return { anomalies, summary };
}

/** Ending one's own baton by claiming another is no loss. */
async function readBatons(pool: pg.Pool, { project }: ProjectHistory): Promise<Map<number, Taken>> {
  const { rows } = await pool.query<Taken & { fence: number }>(
    `select (t.data ->> 'fence')::int as fence, t.data ->> 'task_id' as task, t.data -> 'holder' ->> 'name' as by,
       coalesce(r.actor ->> 'name' <> t.data -> 'holder' ->> 'name', false) as "isLost",
       coalesce(r.data ->> 'reason' in ('The lease ran out.', $2), false) as "isEndedByName"
     from events t
     left join events r on r.scope = t.scope and r.type = 'baton.released' and r.data -> 'fence' = t.data -> 'fence'
     where t.scope = 'project:' || $1::text and t.type = 'baton.taken'`,
    [project.id, WHY],
  );
  return new Map(rows.map(({ fence, ...taken }) => [fence, taken]));
}

/** A fencing number has one owner: the caller that received it is the one in the feed. */
function judgeTakers({ entries, project }: ProjectHistory, batons: Map<number, Taken>): string[] {
  return entries.flatMap(({ caller, result }) => {
    if (result?.is !== 'taken') return [];
    const { task, by } = batons.get(result.fence) ?? {};
    const isSame = by === shownAs(caller) && task === project.taskIds[result.task - 1];
    return isSame ? [] : [`${caller} was given baton ${result.fence}, which the feed gives to ${by ?? 'nobody'}`];
  });
}

/** A loss is told exactly once, to the loser; except with an answer that never arrived. */
function judgeLosses({ entries, told, unheard }: ProjectHistory, batons: Map<number, Taken>): string[] {
  const takers = new Map(
    entries.flatMap(({ caller, result }) => (result?.is === 'taken' ? [[result.fence, caller]] : [])),
  );
  // If a claim was never answered its owner is known by name only.
  const isOwner = (id: string, fence: number, by: string) =>
    takers.has(fence) ? takers.get(fence) === id : shownAs(id) === by;
  const heard = new Set<number>();
  const faults: string[] = [];
  for (const { agent, fence } of told) {
    const baton = batons.get(fence);
    if (heard.has(fence)) faults.push(`${agent} was told twice that baton ${fence} was lost`);
    const isLost = baton !== undefined && (baton.isLost || baton.isEndedByName);
    if (!isLost || !isOwner(agent, fence, baton.by))
      faults.push(`${agent} was told that baton ${fence} was lost: it was not`);
    heard.add(fence);
  }
  for (const [fence, { by, isLost }] of batons)
    if (isLost && !heard.has(fence) && ![...unheard].some((id) => isOwner(id, fence, by)))
      faults.push(`${by} was never told that baton ${fence} was lost`);
  return faults;
}
