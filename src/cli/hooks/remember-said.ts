import { join } from 'node:path';
import type { Environment } from '../environment.ts';
import { readJsonFile } from '../user-config.ts';
import { workingTreeFolder } from '../working-tree.ts';
import { writeWhole } from '../write-file.ts';

const SAID_MAX = 50;

/**
 * Whether the reminder is given for the first time for this claim. If that cannot be stored it is not given at all, or
 * it would repeat at every turn.
 */
export function markSaid(environment: Environment, folder: string, project: string, token: string): boolean {
  const file = join(workingTreeFolder(environment, folder), 'said.json');
  // The number identifies the claim; the secret is not written to another file.
  const claim = `${project} ${token.split('.', 1).join('')}`;
  try {
    const { claims } = readJsonFile(file);
    const before = Array.isArray(claims) ? claims.filter((each): each is string => typeof each === 'string') : [];
    if (before.includes(claim)) return false;
    writeWhole(file, `${JSON.stringify({ claims: [...before, claim].slice(-SAID_MAX) })}\n`, { isPrivate: true });
    return true;
  } catch {
    return false;
  }
}
