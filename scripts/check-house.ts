import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { judgeLock, judgeManifest, judgeUse } from './dependency-rules.ts';
import { houseRules } from './house-rules.ts';
import type { HouseFile } from './house-rules.ts';
import { listLoadedPackages } from './list-loaded-packages.ts';

interface HouseCheck {
  readonly files: number;
  readonly faults: readonly string[];
}

/** Checks every file that git tracks or would track against the house rules. */
export function checkHouse(root: string): HouseCheck {
  const files = listFiles(root);
  const faults = files.flatMap((file) => checkFile(readHouseFile(root, file)));
  return { files: files.length, faults: [...faults, ...checkDependencies(root)] };
}

function checkFile(file: HouseFile): string[] {
  return houseRules.flatMap((rule) =>
    rule.check(file).map(({ line, says }) => `${file.path}:${line}  ${rule.name}: ${says}`),
  );
}

function checkDependencies(root: string): string[] {
  const read = (name: string): string => {
    const file = path.join(root, name);
    return existsSync(file) ? readFileSync(file, 'utf8') : '';
  };
  return [
    ...judgeManifest(read('package.json') || '{}', read('docs/architecture.md')),
    ...judgeLock(read('package-lock.json')),
    ...judgeUse(read('package.json') || '{}', read('package-lock.json') || '{}', listLoadedPackages(root)),
  ];
}

function listFiles(root: string): string[] {
  const listed = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  });
  const isFile = (file: string): boolean =>
    statSync(path.join(root, file), { throwIfNoEntry: false })?.isFile() ?? false;
  return [...new Set(listed.split('\0'))].filter((file) => file !== '' && isFile(file)).toSorted();
}

function readHouseFile(root: string, file: string): HouseFile {
  const content = readFileSync(path.join(root, file));
  return { path: file, text: content.includes(0) ? undefined : content.toString('utf8') };
}

if (import.meta.main) {
  const { files, faults } = checkHouse(process.cwd());
  for (const fault of faults) console.error(fault);
  if (files === 0) console.error('git lists no files: the check would be blind');
  if (faults.length > 0 || files === 0) process.exitCode = 1;
  else console.log(`${files} files keep the house rules`);
}
