import { mkdirSync, rmSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import path from 'node:path';
import { countPlaywright, countVitest } from './count-tests.ts';
import { runSteps, summarise } from './run-steps.ts';
import type { Step, StepResult } from './run-steps.ts';

const root = path.join(import.meta.dirname, '..');
const reports = path.join(root, 'test-results');
const vitestReport = path.join(reports, 'vitest.json');
const playwrightReport = path.join(reports, 'playwright.json');
const longestOutput = 400;

const checks: readonly Step[] = [
  // Every checker computes the types it needs for itself: one takes less than half the processor time of the usual four.
  { name: 'types', command: ['tsc', '--build', '--checkers', '1'] },
  { name: 'lint', command: ['oxlint', '--format=unix'] },
  { name: 'dead code', command: ['knip', '--no-progress'] },
  { name: 'import rules', command: script('check-imports.ts') },
  { name: 'house rules', command: script('check-house.ts') },
  { name: 'styles', command: script('check-styles.ts') },
  { name: 'format', command: ['oxfmt', '--list-different'] },
];

const quick: readonly Step[] = [...checks, vitestStep('unit tests, short soak', ['unit', 'web', 'web alone', 'soak'])];

const whole: readonly Step[] = [
  { name: 'browser', command: script('ensure-browser.ts'), preparation: true },
  { name: 'nginx', command: script('ensure-nginx.ts'), preparation: true },
  { name: 'no network', command: script('tell-isolation.ts'), preparation: true },
  ...checks,
  { name: 'build', command: script('build.ts') },
  vitestStep('unit and integration tests', []),
  { name: 'faults, shortened', command: [...script('faults.ts'), '--short'], light: true },
  { name: 'fuzz, shortened', command: [...script('fuzz.ts'), '--short'], light: true },
  {
    name: 'browser journeys',
    command: ['playwright', 'test', '--reporter=dot,json'],
    alone: true,
    needs: ['browser', 'build'],
    count: () => countPlaywright(playwrightReport),
  },
];

function vitestStep(name: string, projects: readonly string[]): Step {
  const reporters = ['--reporter=dot', '--reporter=json', `--outputFile.json=${vitestReport}`];
  const command = ['vitest', 'run', ...reporters, ...projects.flatMap((project) => ['--project', project])];
  return { name, command, alone: true, count: () => countVitest(vitestReport) };
}

function script(file: string): string[] {
  return [process.execPath, path.join(import.meta.dirname, file)];
}

function report(result: StepResult): void {
  const tests = result.passed + result.failed > 1 ? `  ${result.passed} passed, ${result.failed} failed` : '';
  const trouble = result.trouble === undefined ? '' : `  (${result.trouble})`;
  const verdict = result.failed === 0 ? 'ok  ' : 'FAIL';
  console.log(`${verdict}  ${result.name.padEnd(28)}${result.seconds.toFixed(1).padStart(7)} s${tests}${trouble}`);
  // All names before the first reason: a truncated log still tells what failed.
  const failures = result.failures ?? [];
  for (const { name } of failures) console.log(`  ✗ ${name}`);
  for (const { name, why } of failures) console.log(`\n  ✗ ${name}\n${why}`);
  if (result.failed > 0) console.log(tail(result.output));
}

/** Where the time went: what to look at when a run takes too long. */
function slowestLines(all: readonly StepResult[]): string[] {
  return all.flatMap(({ name, slowest = [] }) => [
    ...(slowest.length === 0 ? [] : [`slowest files of ${name}:`]),
    ...slowest.map(
      ({ file, seconds }) => `${seconds.toFixed(1).padStart(9)} s  ${path.relative(root, path.resolve(root, file))}`,
    ),
  ]);
}

function tail(output: string): string {
  const lines = output.trimEnd().split('\n');
  const left = lines.length - longestOutput;
  return (left > 0 ? [`… ${left} lines above`, ...lines.slice(-longestOutput)] : lines).join('\n');
}

const interruption = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => interruption.abort());

process.chdir(root);
process.env['PATH'] = `${path.join(root, 'node_modules', '.bin')}${path.delimiter}${process.env['PATH'] ?? ''}`;
process.env['CI'] ??= '1';
process.env[process.stdout.isTTY ? 'FORCE_COLOR' : 'NO_COLOR'] ??= '1';
process.env['PLAYWRIGHT_JSON_OUTPUT_FILE'] = playwrightReport;
rmSync(reports, { recursive: true, force: true });
mkdirSync(reports, { recursive: true });

const isQuick = process.argv.includes('--fast');
if (isQuick) process.env['BATON_SOAK'] ??= 'short';
const results = await runSteps(isQuick ? quick : whole, {
  cores: Math.max(1, Math.min(availableParallelism(), 4)),
  signal: interruption.signal,
  report,
  listen: (text) => void process.stdout.write(text),
});
for (const line of slowestLines(results)) console.log(line);
const { line, good } = summarise(results);
console.log(line);
process.exitCode = interruption.signal.aborted ? 130 : good ? 0 : 1;
