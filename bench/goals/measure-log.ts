import type { Agent } from 'node:http';
import { layoutOf } from '#server/platform/db/embedded/layout.ts';
import { median } from '../interleave.ts';
import { STATUS } from '../floors/statements.ts';
import type { BenchStore } from './bench-store.ts';
import { type Written, readLog, readPlace } from './read-log.ts';
import { type Plan, batonIn, callRaw } from './tool-probes.ts';

export interface LogOfCalls {
  claim: Written;
  finish: Written;
  /** A bare durable update of one row. */
  bare: Written;
}

const CALLS = 40;
const DONE = { outcome: 'done', summary: 'Printed and checked.', evidence: 'It prints.' };

/** Write-ahead log per call: the median of many, so that batches of the call log and vacuum do not count. */
export async function measureLog(store: BenchStore, plan: Plan, agent: Agent): Promise<LogOfCalls> {
  const { cluster } = layoutOf(store.directory);
  const all: Record<keyof LogOfCalls, Written[]> = { claim: [], finish: [], bare: [] };
  for (let count = 1; count <= CALLS; count += 1) {
    const start = await place(store);
    const baton = batonIn(await callRaw(store, plan, agent, 0, 'task_claim', {}));
    const claimed = await place(store);
    await callRaw(store, plan, agent, 0, 'task_finish', { ...baton, ...DONE });
    const finished = await place(store);
    await store.database.query({ ...STATUS, values: [count] });
    const updated = await place(store);
    // Its commit has flushed everything before it.
    await callRaw(store, plan, agent, 0, 'plan_edit', { ops: [{ op: 'update', id: baton.id, status: 'open' }] });
    all.claim.push(readLog(cluster, start, claimed));
    all.finish.push(readLog(cluster, claimed, finished));
    all.bare.push(readLog(cluster, finished, updated));
  }
  const middle = (of: Written[]): Written => ({
    records: median(of.map(({ records }) => records)),
    bytes: median(of.map(({ bytes }) => bytes)),
  });
  return { claim: middle(all.claim), finish: middle(all.finish), bare: middle(all.bare) };
}

/** The insert position of the write-ahead log, always between two records. */
async function place({ database }: BenchStore): Promise<bigint> {
  const { rows } = await database.query<{ at: string }>('select pg_current_wal_insert_lsn()::text as at');
  return readPlace(rows[0]?.at ?? '');
}
