import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** What the script does for one task: the smallest module with a test, so that verification is real. */
export interface DemoWork {
  source: string;
  test: string;
  /** A wrong value at the first try, so that one task in five fails its verification once. */
  isWrong: boolean;
  /** One in three also changes the file in which such tasks meet. */
  tellsChange: boolean;
}

const FAILS_EVERY = 5;
const TELLS_EVERY = 3;
export const CHANGES = 'CHANGES.md';

/** An earlier try has left its file: the work is then mended. */
export const planWork = (folder: string, number: number): DemoWork => {
  const source = `src/t${number}.mjs`;
  return {
    source,
    test: `test/t${number}.test.mjs`,
    isWrong: number % FAILS_EVERY === 0 && !existsSync(join(folder, source)),
    tellsChange: number % TELLS_EVERY === 0,
  };
};

export function writeSource(folder: string, number: number, { source, isWrong }: DemoWork): void {
  write(folder, source, `export const answer = ${isWrong ? number - 1 : number};\n`);
}

export function writeTest(folder: string, number: number, { source, test }: DemoWork): void {
  const lines = [
    "import assert from 'node:assert/strict';",
    "import { test } from 'node:test';",
    `import { answer } from '../${source}';`,
    '',
    `test('T${number} answers its number', () => assert.equal(answer, ${number}));`,
  ];
  write(folder, test, `${lines.join('\n')}\n`);
}

/** At one place for all tasks: agents that work at the same time conflict here, and the later one is asked to resolve it. */
export function tellChange(folder: string, number: number): void {
  const text = withoutMarkers(readText(folder, CHANGES));
  const line = `- T${number}: done by the demonstration`;
  if (text.split('\n').includes(line)) write(folder, CHANGES, text);
  else write(folder, CHANGES, `${text.trimEnd()}\n${text.includes('\n- ') ? '' : '\n'}${line}\n`);
}

export const hasConflict = (folder: string): boolean => /^<{7} /m.test(readText(folder, CHANGES));

/** Both sides of a conflict, each line once. */
function withoutMarkers(text: string): string {
  const kept = text.split('\n').filter((line) => !/^(<{7} |\|{7} |={7}$|>{7} )/.test(line));
  return kept.filter((line, place) => !line.startsWith('- ') || kept.indexOf(line) === place).join('\n');
}

function readText(folder: string, name: string): string {
  const file = join(folder, name);
  return existsSync(file) ? readFileSync(file, 'utf8') : '';
}

function write(folder: string, name: string, text: string): void {
  const file = join(folder, name);
  mkdirSync(join(file, '..'), { recursive: true });
  writeFileSync(file, text);
}
