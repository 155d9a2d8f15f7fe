import { stat } from 'node:fs/promises';
import { Agent } from 'node:http';
import { join } from 'node:path';
import type pg from 'pg';
import { runBaton, startProcess } from '#test/server-process.ts';
import { openDataDirectory } from '#test/data-directory.ts';
import { buildServer } from '../scripts/build-server.ts';
import { fillMillion } from './fill-million.ts';
import { type BenchStore, benchEnv, openBenchStore } from './goals/bench-store.ts';
import { type Plan, labelOf, openToolProbes } from './goals/tool-probes.ts';
import { type Figures, type Probe, interleave, median } from './interleave.ts';
import { once } from './load.ts';
import { memoryMb, residentMb } from './memory.ts';
import { usualPlan } from './plan-document.ts';
import { waitUntilRead } from './wait-until-read.ts';

const TASKS = 1_000;
const COURSE = { rounds: 5, steps: 40, lanes: 1 };
const STARTS = 3;
const CALLS = ['get', 'next', 'note', 'plan_edit', 'search', 'claim', 'finish'];
/** Whatever an administrator opens first. */
const PAGES = {
  'list of projects': '/api/projects',
  'users, first page': '/api/admin/users',
  'users, a part of an address': '/api/admin/users?search=ger-77',
  dashboard: '/api/admin/dashboard/metrics',
};

interface Instance {
  name: string;
  store: BenchStore;
  plan: Plan;
  tree: string;
}

/** The same plan, calls and pages in an instance with nothing else and in one of 10,000 accounts with 100 tasks each. */
export async function compareInstances(directory: string): Promise<void> {
  const agent = new Agent({ keepAlive: true });
  const instances: Instance[] = [];
  try {
    for (const name of ['empty', 'large']) instances.push(await open(join(directory, name), name));
    const [empty, large] = instances as [Instance, Instance];
    await fillMillion(large.store.database);
    await compareCalls(empty, large, agent);
    for (const { name, store } of instances) await reportSize(name, store);
    for (const { name, store } of instances) await reportBackup(name, store, join(directory, `${name}.gz`));
  } finally {
    agent.destroy();
    for (const { store } of instances) await store.close();
  }
  for (const { name, store } of instances) await reportStarts(name, store.directory);
}

async function open(directory: string, name: string): Promise<Instance> {
  // The first account becomes administrator.
  const store = await openBenchStore(directory, `${name}@example.com`);
  const projectId = await store.importPlan('Usual', usualPlan(TASKS));
  await waitUntilRead(store.database);
  const plan = { name, projectId, tasks: TASKS };
  return { name, store, plan, tree: `/api/projects/${projectId}/plan/tree` };
}

async function compareCalls(empty: Instance, large: Instance, agent: Agent): Promise<void> {
  const opened = [];
  const probes: Probe[][] = [];
  for (const { store, plan, tree } of [empty, large]) {
    const tools = await openToolProbes(store, plan, agent, 1);
    opened.push(tools);
    const { get, next, note, edit, search, work } = tools;
    probes.push([get, next, note, edit, search, work, await openPages(store, plan, agent, tree)]);
  }
  // The same call in both, one after the other.
  const [alone = [], among = []] = probes;
  const measured = await interleave(
    alone.flatMap((probe, at) => [probe, among[at] as Probe]),
    COURSE,
  );
  for (const tools of opened) await tools.close();
  console.log(
    `\n${'ms a call, median'.padEnd(30)}${['empty', 'large', 'ratio'].map((head) => head.padStart(10)).join('')}`,
  );
  for (const call of [...CALLS, 'plan of 1,000 tasks', ...Object.keys(PAGES)])
    printRow(call, measured.get(labelOf(call, empty.plan)), measured.get(labelOf(call, large.plan)));
}

async function openPages(store: BenchStore, plan: Plan, agent: Agent, tree: string): Promise<Probe> {
  let [token, since] = [await store.client.renewToken(), performance.now()];
  const read = async (path: string) => {
    if (performance.now() - since > 60_000) [token, since] = [await store.client.renewToken(), performance.now()];
    const headers = { authorization: `Bearer ${token}` };
    return () => once(store.server.url, headers, agent, { method: 'GET', path });
  };
  const pages = { 'plan of 1,000 tasks': tree, ...PAGES };
  return {
    async step(_, time) {
      for (const [name, path] of Object.entries(pages)) await time(labelOf(name, plan), await read(path));
    },
  };
}

function printRow(call: string, empty: Figures | undefined, large: Figures | undefined): void {
  if (empty === undefined || large === undefined) throw new Error(`${call} was not measured`);
  const cells = [empty.p50.toFixed(2), large.p50.toFixed(2), (large.p50 / empty.p50).toFixed(2)];
  console.log(call.padEnd(30) + cells.map((cell) => cell.padStart(10)).join(''));
}

async function reportSize(name: string, { database, server, directory }: BenchStore): Promise<void> {
  const mb = (bytes: string) => Number(bytes) / 1_000_000;
  const [all] = await rowsOf<{ size: string }>(database, 'select pg_database_size(current_database()) as size');
  const largest = await rowsOf<{ relname: string; size: string }>(
    database,
    `select relname, pg_total_relation_size(oid) as size from pg_class
     where relkind = 'r' and relnamespace = 'public'::regnamespace order by size desc limit 5`,
  );
  const parts = largest.map(({ relname, size }) => `${relname} ${mb(size).toFixed(0)}`).join(', ');
  const memory = memoryMb(await openDataDirectory(directory).databaseProcesses());
  console.log(`\n${name}: database ${mb(all?.size ?? '0').toFixed(0)} MB (${parts})`);
  console.log(
    `${name}: server ${residentMb(server.pid)?.toFixed(0) ?? '?'} MB resident, database ${memory?.toFixed(0) ?? '?'} MB`,
  );
}

const rowsOf = async <T extends pg.QueryResultRow>(database: pg.Pool, text: string) =>
  (await database.query<T>(text)).rows;

async function reportBackup(name: string, { directory }: BenchStore, file: string): Promise<void> {
  const began = performance.now();
  const { code, stderr } = await runBaton(['backup', file], await benchEnv(directory));
  if (code !== 0) throw new Error(stderr);
  const seconds = (performance.now() - began) / 1_000;
  console.log(
    `${name}: a backup takes ${seconds.toFixed(0)} s and ${((await stat(file)).size / 1_000_000).toFixed(1)} MB`,
  );
}

async function reportStarts(name: string, directory: string): Promise<void> {
  const main = await buildServer(() => undefined);
  const times: number[] = [];
  for (let count = 0; count < STARTS; count += 1) {
    const server = await startProcess(main, ['serve'], await benchEnv(directory));
    times.push(server.startMs);
    await server.stop();
  }
  console.log(`${name}: a start takes ${(median(times) / 1_000).toFixed(2)} s`);
}
