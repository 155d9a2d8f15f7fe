import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { ProjectSummary } from '#contract/project.ts';
import type { Checkpoint } from '#contract/checkpoint.ts';
import { usualPlan } from './plan-document.ts';
import { type BenchStore, openBenchStore } from './goals/bench-store.ts';
import { privateMb, residentMb } from './memory.ts';

const LIMIT_MB = 120;
const TASKS = 10_000;
const PRD_BYTES = 300_000;
const CORPUS = join(import.meta.dirname, '../fixtures/prds');
/** At most so long: idle planner threads end after a minute, and memory is returned some time after the last work. */
const REST_SECONDS = 75;
/** It must stay under the limit for this long, not just between two collections. */
const SETTLED_SECONDS = 5;

/** Resident memory when idle: after the start, and after each kind of large work. */
export async function measureMemoryAtRest(directory: string): Promise<void> {
  const store = await openBenchStore(join(directory, 'memory'), 'memory@example.com');
  try {
    await report(store, 'start', async () => undefined);
    let projectId = '';
    await report(store, `an import of ${TASKS.toLocaleString('en-US')} tasks`, async () => {
      projectId = await store.importPlan('Large', usualPlan(TASKS));
    });
    await report(store, 'an export as JSON', () => read(store, `/api/projects/${projectId}/export`));
    await report(store, 'an export as Markdown', () =>
      read(store, `/api/projects/${projectId}/export?format=markdown`),
    );
    await report(store, 'a checkpoint and its restore', () => restore(store, projectId));
    await report(store, 'reading 300 KB of PRD', () => planPrd(store));
    await report(store, 'a backup', () => read(store, '/api/admin/system/backup', 'POST'));
  } finally {
    await store.close();
  }
}

async function report({ server }: BenchStore, what: string, work: () => Promise<void>): Promise<void> {
  let peak = 0;
  const watch = setInterval(() => (peak = Math.max(peak, residentMb(server.pid) ?? 0)), 50);
  await work();
  clearInterval(watch);
  const began = performance.now();
  let resident = Number.NaN;
  let settled = 0;
  while (settled < SETTLED_SECONDS && performance.now() - began < REST_SECONDS * 1_000) {
    await wait(1_000);
    resident = residentMb(server.pid) ?? Number.NaN;
    settled = resident <= LIMIT_MB ? settled + 1 : 0;
  }
  const seconds = ((performance.now() - began) / 1_000).toFixed(0);
  const own = privateMb(server.pid)?.toFixed(0) ?? '?';
  const limit = `limit ${LIMIT_MB}, ${resident <= LIMIT_MB ? 'ok' : 'missed'}`;
  const said = `${resident.toFixed(0)} MB resident (${limit}), of it ${own} MB its own, ${seconds} s after ${what}`;
  console.log(`Memory at rest  ${said}; up to ${peak.toFixed(0)} MB meanwhile`);
}

async function read({ server, client }: BenchStore, path: string, method = 'GET'): Promise<void> {
  const headers = { authorization: `Bearer ${await client.renewToken()}` };
  const answer = await fetch(`${server.url}${path}`, { method, headers });
  if (answer.status !== 200 || answer.body === null) throw new Error(`${path} answered ${answer.status}`);
  for await (const chunk of answer.body) void chunk;
}

async function restore({ client }: BenchStore, projectId: string): Promise<void> {
  await client.renewToken();
  const saved = await client.call<Checkpoint>('POST', `/api/projects/${projectId}/checkpoints`, { name: 'Before' });
  const { status } = await client.call('POST', `/api/checkpoints/${saved.data.id}/restore`);
  if (status !== 200) throw new Error(`the restore answered ${status}`);
}

async function planPrd({ client }: BenchStore): Promise<void> {
  await client.renewToken();
  const { data: project } = await client.call<ProjectSummary>('POST', '/api/projects', { name: 'Planned' });
  const names = readdirSync(CORPUS).filter((name) => name.endsWith('.md'));
  const texts = names.map((name) => readFileSync(join(CORPUS, name), 'utf8'));
  let content = '';
  for (let part = 1; content.length < PRD_BYTES; part += 1)
    for (const text of texts) content += `# Part ${part}\n\n${text}\n\n`;
  const body = { content: content.slice(0, PRD_BYTES), filename: 'large.md' };
  const { status } = await client.call('PUT', `/api/projects/${project.id}/prd`, body);
  if (status !== 200) throw new Error(`the PRD answered ${status}`);
}
