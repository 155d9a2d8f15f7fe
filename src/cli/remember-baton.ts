import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Environment } from './environment.ts';
import { UsageError } from './failure.ts';
import { readTextFile } from './read-text-file.ts';
import { readJsonFile } from './user-config.ts';
import { writeWhole } from './write-file.ts';

/** A claim that this machine made and has not ended. */
export interface HeldTask {
  number: number;
  id: string;
  baton: number;
  agent: string | undefined;
}

/** What a claim answers, as far as it is remembered. */
export interface Claimed {
  task: { id: string; number: number };
  baton: { fence: number; holder: { name: string } };
}

/** One small file per task: two commands at once never write over each other. */
const folderOf = ({ stateFolder }: Environment, projectId: string) => join(stateFolder, 'batons', projectId);
const fileOf = (environment: Environment, projectId: string, number: number) =>
  join(folderOf(environment, projectId), `t${number}.json`);

export function rememberBaton(environment: Environment, projectId: string, claimed: Claimed): void {
  const { task, baton } = claimed;
  const held: HeldTask = { number: task.number, id: task.id, baton: baton.fence, agent: baton.holder.name };
  writeWhole(fileOf(environment, projectId, task.number), `${JSON.stringify(held)}\n`, { isPrivate: true });
}

export function forgetBaton(environment: Environment, projectId: string, number: number): void {
  rmSync(fileOf(environment, projectId, number), { force: true });
}

/** The claim that is meant: the one on this task, or the only one there is. */
export function requireBaton(
  environment: Environment,
  projectId: string,
  task: string | undefined,
  fence: number | undefined,
): { id: string; baton: number; agent: string | undefined; number: number | undefined } {
  const held = listHeld(environment, projectId);
  if (task === undefined) {
    const [only, ...others] = held;
    if (only === undefined || others.length > 0)
      throw new UsageError(
        only === undefined
          ? 'Which task? Nothing was claimed from here.'
          : `Which task? ${held.map(({ number }) => `T${number}`).join(' and ')} were claimed from here.`,
      );
    return { ...only, id: `T${only.number}`, baton: fence ?? only.baton };
  }
  const found = held.find(({ number, id }) => `T${number}` === nameOf(task) || id === task.toLowerCase());
  const baton = fence ?? found?.baton;
  if (baton === undefined)
    throw new UsageError(`${task} was not claimed from here. Claim it first, or say its number: --baton N.`);
  return { id: task, baton, agent: found?.agent, number: found?.number };
}

function listHeld(environment: Environment, projectId: string): HeldTask[] {
  const folder = folderOf(environment, projectId);
  let files: string[];
  try {
    files = readdirSync(folder);
  } catch {
    return [];
  }
  return files
    .filter((name) => /^t\d+\.json$/.test(name))
    .toSorted()
    .flatMap((name) => {
      const { number, id, baton, agent } = readJsonFile(join(folder, name));
      if (typeof number !== 'number' || typeof id !== 'string' || typeof baton !== 'number') return [];
      return [{ number, id, baton, agent: typeof agent === 'string' ? agent : undefined }];
    });
}

/** "T12" for "12", "t12" and "#12". */
const nameOf = (task: string): string => task.trim().replace(/^[tT#]?(\d+)$/, 'T$1');

/** A text as it was given, or all of standard input for "-". */
export function readText(word: string): string {
  if (word !== '-') return word;
  return readTextFile(0).trimEnd();
}
