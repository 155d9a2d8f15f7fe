import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

export interface PlantedTree extends Disposable {
  readonly root: string;
}

/** A temporary folder with these files, removed at the end of the test. */
export function plantFiles(files: Readonly<Record<string, string>>): PlantedTree {
  const root = mkdtempSync(path.join(tmpdir(), 'baton-planted-'));
  for (const [file, text] of Object.entries(files)) {
    const absolute = path.join(root, file);
    mkdirSync(path.dirname(absolute), { recursive: true });
    writeFileSync(absolute, text);
  }
  return {
    root,
    [Symbol.dispose]() {
      rmSync(root, { recursive: true, force: true });
    },
  };
}
