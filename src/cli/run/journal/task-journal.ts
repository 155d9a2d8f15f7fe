import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { projectMark, runFolder } from '../worktree/names.ts';
import { readJson, writeJson } from '../worktree/store-json.ts';
import type { Repository } from '../worktree/worktree.ts';
import { isAlive } from './processes.ts';

export type TaskStage = 'claimed' | 'setting_up' | 'working' | 'verifying' | 'merging' | 'merged' | 'ended';

/** What a run knows of a task in work, so that the next one can go on after a kill. */
export interface TaskEntry {
  projectId: string;
  number: number;
  title: string;
  runId: string;
  worker: string;
  ownerPid: number;
  ownerStarted: string;
  /** The working tree's folder. */
  worktree: string | null;
  branch: string | null;
  base: string | null;
  /** The base's commit when work began: where to look for the merged commit from. */
  begun: string | null;
  try: number;
  stage: TaskStage;
  /** The client's process. */
  child: { pid: number; startedAt: string } | null;
  /** What the server has yet to hear, as the runner wants it. */
  untold?: unknown;
}

export interface Journal {
  /** Entries that are unknown or torn are left out. */
  list(): TaskEntry[];
  read(number: number): TaskEntry | undefined;
  write(entry: TaskEntry): void;
  remove(number: number): void;
}

/** The tasks of a project that runs in this repository work on: one file each, replaced whole. */
export function createJournal(repository: Repository, projectId: string): Journal {
  const folder = join(runFolder(repository), 'tasks');
  const mark = projectMark(projectId);
  const fileOf = (number: number) => join(folder, `${mark}-T${number}.json`);
  const read = (file: string) => {
    const entry = readJson(file);
    return isEntry(entry) && entry.projectId === projectId ? entry : undefined;
  };
  return {
    list: () =>
      namesOf(folder)
        .filter((name) => name.startsWith(`${mark}-T`) && name.endsWith('.json'))
        .map((name) => read(join(folder, name)))
        .filter((entry) => entry !== undefined)
        .toSorted((one, other) => one.number - other.number),
    read: (number) => read(fileOf(number)),
    write: (entry) => writeJson(fileOf(entry.number), entry),
    remove: (number) => rmSync(fileOf(number), { force: true }),
  };
}

/** Whether the runner that wrote it still runs. */
export const ownerIsAlive = ({ ownerPid, ownerStarted }: Pick<TaskEntry, 'ownerPid' | 'ownerStarted'>): boolean =>
  isAlive(ownerPid, ownerStarted);

export function namesOf(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

const STAGES = new Set<unknown>(['claimed', 'setting_up', 'working', 'verifying', 'merging', 'merged', 'ended']);
const TEXTS = ['projectId', 'title', 'runId', 'worker', 'ownerStarted'] as const;
const PERHAPS = ['worktree', 'branch', 'base', 'begun'] as const;

function isEntry(value: unknown): value is TaskEntry {
  if (typeof value !== 'object' || value === null) return false;
  const entry = value as Partial<Record<keyof TaskEntry, unknown>>;
  return (
    TEXTS.every((name) => typeof entry[name] === 'string') &&
    PERHAPS.every((name) => entry[name] === null || typeof entry[name] === 'string') &&
    [entry.number, entry.ownerPid, entry.try].every(Number.isSafeInteger) &&
    STAGES.has(entry.stage) &&
    isChild(entry.child)
  );
}

function isChild(value: unknown): boolean {
  if (value === null) return true;
  if (typeof value !== 'object' || value === undefined) return false;
  return (
    'pid' in value && Number.isSafeInteger(value.pid) && 'startedAt' in value && typeof value.startedAt === 'string'
  );
}
