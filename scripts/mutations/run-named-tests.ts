import { rmSync } from 'node:fs';
import path from 'node:path';
import { runCommand } from '../run-command.ts';
import { findFile } from './find-file.ts';
import { isJourney, type NamedTests } from './mutation.ts';
import { readPlaywright, readVitest, type TestResult } from './read-results.ts';

interface TestRun {
  readonly results: readonly TestResult[];
  /** What it printed last, for a run that came to no result. */
  readonly end: string;
}

interface Runner {
  readonly root: string;
  readonly signal: AbortSignal;
  /** Where reports are written. */
  readonly folder: string;
}

const LIMIT_SECONDS = 1_800;
const END_CHARACTERS = 1_500;

/** Runs sets of tests of one kind together, each test once. Stops at the first failure where one is all that is asked for. */
export async function runNamedTests(
  { root, signal, folder }: Runner,
  sets: readonly NamedTests[],
  { stopAtFirst }: { stopAtFirst: boolean },
): Promise<TestRun> {
  const report = path.join(folder, 'report.json');
  rmSync(report, { force: true });
  const files = [...new Set(sets.flatMap((set) => set.files))].map((file) => findFile(root, file) ?? file);
  const titles = sets.flatMap(({ titled }) => (titled === undefined ? [] : [RegExp.escape(titled)]));
  const wanted = [...new Set(titles)].join('|');
  const journeys = sets.some(isJourney);
  const playwright = [
    'node_modules/@playwright/test/cli.js',
    'test',
    '--reporter=json',
    ...(stopAtFirst ? ['-x'] : []),
  ];
  const reporting = ['--reporter=json', `--outputFile.json=${report}`];
  const vitest = ['node_modules/vitest/vitest.mjs', 'run', ...reporting, ...(stopAtFirst ? ['--bail=1'] : [])];
  const command = [...(journeys ? playwright : vitest), ...files];
  const only = wanted === '' ? [] : [journeys ? '-g' : '-t', wanted];
  const { output } = await runCommand([process.execPath, ...command, ...only], {
    cwd: root,
    signal,
    limitSeconds: LIMIT_SECONDS,
    env: { ...definedEnvironment(), CI: '1', NO_COLOR: '1', PLAYWRIGHT_JSON_OUTPUT_FILE: report },
  });
  const results = journeys ? readPlaywright(report) : readVitest(report);
  return { results, end: output.slice(-END_CHARACTERS).trim() };
}

/** The results that a set asks for, among those of a run of several sets. */
export function resultsOf(results: readonly TestResult[], { files, titled = '' }: NamedTests): TestResult[] {
  const names = files.map((file) => path.basename(file));
  return results.filter(({ file, title }) => names.includes(path.basename(file)) && title.includes(titled));
}

function definedEnvironment(): Record<string, string> {
  return Object.fromEntries(
    Object.entries(process.env).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  );
}
