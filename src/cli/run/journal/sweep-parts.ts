import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { runFolder } from '../worktree/names.ts';
import type { Repository } from '../worktree/worktree.ts';
import { startedAt } from './processes.ts';

/** Removes files that a killed process had not yet put in their place. */
export function sweepParts(repository: Repository): void {
  for (const name of ['tasks', 'runs', 'trees']) {
    const folder = join(runFolder(repository), name);
    for (const file of namesIn(folder)) {
      const [, pid] = /\.json\.(\d+)-\d+\.part$/.exec(file) ?? [];
      if (pid !== undefined && startedAt(Number(pid)) === undefined) rmSync(join(folder, file), { force: true });
    }
  }
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
