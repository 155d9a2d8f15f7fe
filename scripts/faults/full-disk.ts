import { execFileSync } from 'node:child_process';
import { closeSync, mkdirSync, openSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import type pg from 'pg';
import type { Later } from '../run-interruptible.ts';
import { callRest, callTool } from './call-server.ts';
import { type Fault, type FaultStage, measureReady } from './fault.ts';

const SIZE = '320m';
const REFUSALS = 20;
const PIECES = [1_048_576, 4_096, 1];

/** Puts the database's folder on a small file system. Returns the reason where that is not possible. */
export function mountSmallDisk(folder: string, later: Later): string | undefined {
  if (process.platform !== 'linux' || process.getuid?.() !== 0)
    return 'only root on Linux may mount the small disk that is filled';
  const disk = join(folder, 'disk');
  mkdirSync(disk);
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${SIZE},mode=755`, 'tmpfs', disk], { stdio: 'pipe' });
  } catch (error) {
    return `the small disk could not be mounted: ${error instanceof Error ? error.message.trim() : String(error)}`;
  }
  later(() => void execFileSync('umount', [disk]));
  return undefined;
}

export const FULL_DISK: Fault = {
  id: 'full-disk',
  name: 'the disk of the database is full, then is not',
  run: async (stage) => {
    const { world, tally, sizes, figures } = stage;
    const filler = join(world.folder, 'disk', 'filler');
    await beginLogFile(world.pool);
    fill(filler);
    const before = tally.refused;
    const isRefused = await tally.until(() => tally.refused >= before + REFUSALS, sizes.answerLimitMs);
    figures.push({ name: 'refused while it is full', value: tally.refused - before, atLeast: REFUSALS });
    const failed = isRefused ? await readEverything(stage) : ['it never was'];
    const detail = failed.slice(0, 2).join('; ');
    figures.push({ name: 'reads that fail while it is full', value: failed.length, atMost: 0, detail });
    await measureReady(stage, world.servers, () => rmSync(filler));
  },
};

/**
 * Writes until the write-ahead log has just begun a segment of 16 MB, which is preallocated: then it is table rows that
 * find no space. A write-ahead log without space would crash the database, as it should, and nothing could be read.
 */
async function beginLogFile(pool: pg.Pool): Promise<void> {
  const readFile = async () => {
    const { rows } = await pool.query<{ file: string }>('select pg_walfile_name(pg_current_wal_lsn()) as file');
    return rows[0]?.file;
  };
  await pool.query('create table if not exists scratch (piece text)');
  const file = await readFile();
  while ((await readFile()) === file)
    await pool.query('insert into scratch select string_agg(md5(random()::text), $1) from generate_series(1, 16000)', [
      '',
    ]);
  await pool.query('drop table scratch');
}

function fill(path: string): void {
  const file = openSync(path, 'w');
  for (const size of PIECES) {
    const piece = Buffer.alloc(size);
    try {
      while (writeSync(file, piece) === size);
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'ENOSPC')) throw error;
    }
  }
  closeSync(file);
}

/** Typical reads of people and agents, at both servers. */
async function readEverything({ world }: FaultStage): Promise<string[]> {
  const failed: string[] = [];
  const writer = world.writers[0];
  if (writer === undefined) throw new Error('nobody writes');
  const { caller, task } = writer;
  const project = `/api/projects/${task.projectId}`;
  for (const { url } of world.servers) {
    for (const path of ['/api/projects', `${project}/plan`, `${project}/notes`, `${project}/activity`]) {
      const outcome = await callRest(url, caller, ['GET', path]);
      if (outcome.is !== 'acknowledged') failed.push(`GET ${path}: ${JSON.stringify(outcome)}`);
    }
    for (const tool of ['orient', 'plan_read', 'task_get']) {
      const args = tool === 'task_get' ? { id: `T${task.number}` } : {};
      const outcome = await callTool(url, caller, task.projectId, tool, args);
      if (outcome.is !== 'acknowledged') failed.push(`${tool}: ${JSON.stringify(outcome)}`);
    }
  }
  return failed;
}
