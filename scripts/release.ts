import { globSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { makeRelease } from './release/make-release.ts';
import { digestOf } from './release/pack-archive.ts';
import { ROOT, listPlatforms } from './release/platforms.ts';

const DESTINATION = path.join(ROOT, 'release');

const { values } = parseArgs({
  options: { all: { type: 'boolean', default: false }, platform: { type: 'string', multiple: true, default: [] } },
});
const known = listPlatforms();
const wanted = values.platform.length > 0 ? values.platform : [`${process.platform}-${process.arch}`];
const chosen = values.all ? known : known.filter(({ name }) => wanted.includes(name));
const unknown = values.all ? [] : wanted.filter((name) => !known.some((platform) => platform.name === name));

if (unknown.length > 0) {
  console.error(`There is no release for ${unknown.join(', ')}: ${known.map(({ name }) => name).join(', ')}.`);
  process.exitCode = 1;
} else {
  for (const platform of chosen) {
    const { file, bytes } = await makeRelease(platform, DESTINATION, { report: (line) => console.log(line) });
    console.log(`${path.relative(process.cwd(), file)}  ${(bytes / 1e6).toFixed(1)} MB`);
  }
  const archives = globSync('baton-*.tar.gz', { cwd: DESTINATION }).toSorted();
  const sums = await Promise.all(
    archives.map(async (name) => `${await digestOf(path.join(DESTINATION, name))}  ${name}\n`),
  );
  writeFileSync(path.join(DESTINATION, 'SHA256SUMS'), sums.join(''));
}
