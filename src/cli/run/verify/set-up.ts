import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Verification } from '#contract/proof.ts';
import { gitFolderOf } from '../worktree/git.ts';
import { type VerifyOptions, runVerify } from './run-verify.ts';

/**
 * Runs the set-up command of a working tree, once: undefined if it has passed there before. One that failed, or was
 * changed since, runs again. It is remembered beside the working tree's HEAD, and goes with it.
 */
export async function setUp(
  command: string,
  folder: string,
  options: VerifyOptions,
): Promise<Verification | undefined> {
  const mark = createHash('sha256').update(command).digest('hex');
  const file = join(await gitFolderOf(folder), 'baton-set-up');
  if (readMark(file) === mark) return undefined;
  const ran = await runVerify(command, folder, options);
  if (ran.exit_code === 0) writeFileSync(file, mark);
  return ran;
}

function readMark(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}
