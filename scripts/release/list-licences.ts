import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { runManifest } from '../run-manifest.mjs';

const Lock = z.object({
  packages: z.record(z.string(), z.looseObject({ version: z.string().optional(), license: z.string().optional() })),
});

/** The licence texts of every package that a build may contain, each text once with the packages that are under it. */
export function listLicences(root: string): string {
  const read = (file: string): string => readFileSync(path.join(root, file), 'utf8');
  const { lock } = runManifest(
    z.looseObject({}).parse(JSON.parse(read('package.json'))),
    Lock.parse(JSON.parse(read('package-lock.json'))),
  );
  const packagesOf = new Map<string, string[]>();
  for (const [place, { version, license }] of Object.entries(lock.packages)) {
    if (place === '') continue;
    const text = textIn(path.join(root, place)) ?? `License: ${license ?? 'not stated'}`;
    const name = `${place.slice(place.lastIndexOf('node_modules/') + 'node_modules/'.length)} ${version ?? ''}`;
    packagesOf.set(text, [...(packagesOf.get(text) ?? []), name]);
  }
  return [...packagesOf]
    .map(([text, names]) => `${names.toSorted().join('\n')}\n\n${text}\n`)
    .toSorted()
    .join(`\n${'-'.repeat(80)}\n\n`);
}

function textIn(folder: string): string | undefined {
  const [file] = globSync('{LICENSE,LICENCE,license,licence,License}*', { cwd: folder }).toSorted();
  return file === undefined ? undefined : readFileSync(path.join(folder, file), 'utf8').trim();
}
