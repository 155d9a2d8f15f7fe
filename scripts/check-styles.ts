import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { judgeProperties } from './styles/judge-properties.ts';
import { judgeNames, judgeSheet } from './styles/judge-sheet.ts';
import { judgeUnused, judgeUse } from './styles/judge-use.ts';
import { readComponent } from './styles/read-component.ts';
import { readSheet } from './styles/read-sheet.ts';

interface StyleCheck {
  readonly files: number;
  readonly violations: readonly string[];
}

/** Holds every style sheet and component of the web app against the rules of how it is styled. */
export function checkStyles(root: string): StyleCheck {
  const sheets = new Map(listFiles(root, /\.css$/).map((file) => [file, readSheet(file, read(root, file))]));
  const components = listFiles(root, /(?<!\.test)\.tsx?$/).map((file) => readComponent(file, read(root, file)));
  const violations = [
    ...[...sheets.values()].flatMap(judgeSheet),
    ...judgeNames([...sheets.values()]),
    ...components.flatMap((component) => judgeUse(component, sheets)),
    ...judgeUnused(sheets, components),
    ...judgeProperties(sheets, components),
  ];
  return { files: sheets.size + components.length, violations };
}

const read = (root: string, file: string): string => readFileSync(path.join(root, file), 'utf8');

function listFiles(root: string, name: RegExp): string[] {
  const folder = path.join(root, 'src/web');
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && name.test(entry.name))
    .map((entry) => path.relative(root, path.join(entry.parentPath, entry.name)).split(path.sep).join('/'))
    .toSorted();
}

if (import.meta.main) {
  const { files, violations } = checkStyles(process.cwd());
  for (const violation of violations) console.error(violation);
  if (files === 0) console.error('no files under src/web: the check would be blind');
  if (violations.length > 0 || files === 0) process.exitCode = 1;
  else console.log(`${files} files keep the rules of styling`);
}
