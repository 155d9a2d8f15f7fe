import { randomBytes } from 'node:crypto';
import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Environment } from './environment.ts';
import { UsageError } from './failure.ts';
import { readJsonFile } from './user-config.ts';
import { workingTreeFolder } from './working-tree.ts';
import { writeWhole } from './write-file.ts';

/** State is stored per working tree, not per user. */
export interface Tree {
  environment: Pick<Environment, 'home' | 'stateFolder'> & Partial<Pick<Environment, 'given'>>;
  folder: string;
}

/** A stored claim of this working tree. */
export interface HeldTask {
  number: number;
  id: string | undefined;
  token: string;
  agent: string | undefined;
  /** The commit the work began on. */
  head: string | undefined;
  /** The process that works on it, if it is long-lived: while it runs, the claim is its own. */
  pid: number | undefined;
  /** Time of the claim in milliseconds. */
  at: number;
}

/** The part of a claim's answer that is stored. */
export interface Claimed {
  task: { id: string; number: number };
  baton: { holder: { name: string } };
  token: string;
}

/** One file per task, so that concurrent commands do not overwrite each other. */
export const batonFolder = ({ environment, folder }: Tree, projectId: string) =>
  join(workingTreeFolder(environment, folder), 'batons', projectId);
const fileOf = (tree: Tree, projectId: string, number: number) => join(batonFolder(tree, projectId), `t${number}.json`);

export function rememberBaton(
  tree: Tree,
  projectId: string,
  held: Pick<HeldTask, 'number' | 'token'> & Partial<HeldTask>,
): void {
  const kept = { at: Date.now(), ...held };
  writeWhole(fileOf(tree, projectId, held.number), `${JSON.stringify(kept)}\n`, { isPrivate: true });
}

export const claimedTask = ({ task, baton, token }: Claimed, head: string | undefined) => ({
  number: task.number,
  id: task.id,
  token,
  agent: baton.holder.name,
  head,
});

export function forgetBaton(tree: Tree, projectId: string, number: number): void {
  const given = givenBaton(tree, projectId);
  if (given?.number === number) endedTokens.add(given.token);
  rmSync(fileOf(tree, projectId, number), { force: true });
}

/** Tokens of the environment that the server has ended: it stays as it is as long as the process lives. */
const endedTokens = new Set<string>();

/** The baton this process was started with, unless it has ended. */
export function givenBaton({ environment: { given } }: Tree, projectId: string): HeldTask | undefined {
  if (given === undefined || endedTokens.has(given.token)) return undefined;
  if (given.project !== undefined && given.project.toLowerCase() !== projectId.toLowerCase()) return undefined;
  const { number, token, agent } = given;
  return { number, token, agent, id: undefined, head: undefined, pid: undefined, at: Date.now() };
}

/** Claims of this tree, the latest last; what this process was started with counts as the latest. */
export function listHeld(tree: Tree, projectId: string): HeldTask[] {
  const given = givenBaton(tree, projectId);
  const stored = readFolder(batonFolder(tree, projectId));
  return given === undefined ? stored : [...stored.filter(({ number }) => number !== given.number), given];
}

export function readFolder(folder: string): HeldTask[] {
  let files: string[];
  try {
    files = readdirSync(folder);
  } catch {
    return [];
  }
  return files
    .filter((name) => /^t\d+\.json$/.test(name))
    .flatMap((name) => readHeld(readJsonFile(join(folder, name))))
    .toSorted((a, b) => a.at - b.at || a.number - b.number);
}

function readHeld({ number, id, token, agent, head, pid, at }: Record<string, unknown>): HeldTask[] {
  if (typeof number !== 'number' || typeof token !== 'string') return [];
  const text = (value: unknown) => (typeof value === 'string' ? value : undefined);
  return [
    {
      number,
      token,
      id: text(id),
      agent: text(agent),
      head: text(head),
      pid: typeof pid === 'number' ? pid : undefined,
      at: typeof at === 'number' ? at : 0,
    },
  ];
}

/** The claim a call is made under: this agent's, else the latest. */
export function currentBaton(tree: Tree, projectId: string, agent?: string): HeldTask | undefined {
  const held = listHeld(tree, projectId);
  return held.findLast((each) => agent !== undefined && each.agent === agent) ?? held.at(-1);
}

/** The claim on this task, or the only one. */
export function requireBaton(
  tree: Tree,
  projectId: string,
  task: string | undefined,
  token: string | undefined,
): { id: string; baton: string; held: HeldTask | undefined } {
  const held = listHeld(tree, projectId);
  if (task === undefined) {
    const given = givenBaton(tree, projectId);
    const [only, ...others] = given === undefined ? held : [given];
    if (only === undefined || others.length > 0)
      throw new UsageError(
        only === undefined
          ? 'Which task? Nothing was claimed from this working tree.'
          : `Which task? ${held.map(({ number }) => `T${number}`).join(' and ')} were claimed from this working tree.`,
      );
    return { id: `T${only.number}`, baton: token ?? only.token, held: only };
  }
  const found = held.find(({ number, id }) => `T${number}` === nameOf(task) || id === task.toLowerCase());
  const baton = token ?? found?.token;
  if (baton === undefined)
    throw new UsageError(
      `${task} was not claimed from this working tree. Claim it first, or say its baton: --baton TOKEN.`,
    );
  return { id: task, baton, held: found };
}

/** "T12" for "12", "t12" and "#12". */
const nameOf = (task: string): string => task.trim().replace(/^[tT#]?(\d+)$/, 'T$1');

const sessionFile = ({ environment, folder }: Tree) => join(workingTreeFolder(environment, folder), 'session.json');

/** The session id that distinguishes this working tree; created with its first claim. */
export function sessionOf(tree: Tree, { isMade }: { isMade: boolean }): string | undefined {
  const { session } = readJsonFile(sessionFile(tree));
  if (typeof session === 'string') return session;
  if (!isMade) return undefined;
  const made = newSession();
  writeWhole(sessionFile(tree), `${JSON.stringify({ session: made })}\n`, { isPrivate: true });
  return made;
}

export const newSession = (): string => randomBytes(18).toString('base64url');
