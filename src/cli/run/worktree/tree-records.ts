import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { projectMark, runFolder } from './names.ts';
import { readJson, writeJson } from './store-json.ts';
import type { Repository } from './worktree.ts';

/** Which working tree and branch belong to a task. Written before they are made, so that a kill leaves none unowned. */
export interface TreeRecord {
  projectId: string;
  number: number;
  branch: string;
  folder: string;
  /** False while its files are first checked out. */
  isReady: boolean;
}

type Owner = Pick<TreeRecord, 'projectId' | 'number'>;

const folderOf = (repository: Repository) => join(runFolder(repository), 'trees');
const fileOf = (repository: Repository, { projectId, number }: Owner) =>
  join(folderOf(repository), `${projectMark(projectId)}-T${number}.json`);

export function findRecord(repository: Repository, owner: Owner): TreeRecord | undefined {
  const record = readRecord(fileOf(repository, owner));
  return record?.projectId === owner.projectId && record.number === owner.number ? record : undefined;
}

export function listRecords(repository: Repository): TreeRecord[] {
  let names: string[];
  try {
    names = readdirSync(folderOf(repository));
  } catch {
    return [];
  }
  return names
    .filter((name) => name.endsWith('.json'))
    .toSorted()
    .map((name) => readRecord(join(folderOf(repository), name)))
    .filter((record) => record !== undefined);
}

export const writeRecord = (repository: Repository, record: TreeRecord): void =>
  writeJson(fileOf(repository, record), record);

export const removeRecord = (repository: Repository, owner: Owner): void =>
  rmSync(fileOf(repository, owner), { force: true });

function readRecord(file: string): TreeRecord | undefined {
  const { projectId, number, branch, folder, isReady } = readJson(file) ?? {};
  return typeof projectId === 'string' &&
    typeof number === 'number' &&
    typeof branch === 'string' &&
    typeof folder === 'string'
    ? { projectId, number, branch, folder, isReady: isReady === true }
    : undefined;
}
