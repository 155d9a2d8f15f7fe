import { mkdirSync, renameSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import { bundle } from '../../scripts/build-server.ts';

const DIRECTORY = join(import.meta.dirname, '../../dist/bundles-of-tests');

/** One bundle per entry and run. */
const bundled = new Map<string, Promise<string>>();

/** The entry and all it imports in one file: started from its sources, a process or thread strips types for longer. */
export function bundleOnce(entry: string): Promise<string> {
  const known = bundled.get(entry) ?? makeBundle(entry);
  bundled.set(entry, known);
  return known;
}

/** In watch mode a later run has other sources. */
export const forgetBundles = (): void => bundled.clear();

/** Renamed into place, because another run may be loading the bundle of the same name. */
async function makeBundle(entry: string): Promise<string> {
  const name = basename(entry, '.ts');
  // As deep as the directory itself, since a bundle names the places of its sources relative to its own.
  const fresh = `${DIRECTORY}.${name}.${process.pid}`;
  await bundle(entry, fresh);
  mkdirSync(DIRECTORY, { recursive: true });
  const file = join(DIRECTORY, `${name}.mjs`);
  renameSync(join(fresh, `${name}.mjs`), file);
  rmSync(fresh, { recursive: true });
  return file;
}
