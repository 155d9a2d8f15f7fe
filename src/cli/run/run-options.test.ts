import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { Failure, UsageError } from '../failure.ts';
import { Arguments } from '../read-arguments.ts';
import { readClockTime, sayDuration } from './clock-time.ts';
import { newRunId } from './new-run-id.ts';
import { type RunDefaults, readDefaults } from './run-defaults.ts';
import { RUN_OPTIONS, readMode, readOptions } from './run-options.ts';

const NONE: RunDefaults = { clients: [], parallel: undefined, verify: undefined, setup: undefined, merge: undefined };
const NOW = new Date(2026, 2, 16, 18, 40);
const read = (words: string[], defaults = NONE) => readOptions(new Arguments(words, RUN_OPTIONS), defaults, NOW);
const modeOf = (...words: string[]) => readMode(new Arguments(words, RUN_OPTIONS));

const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

function defaultsOf(file: object): RunDefaults {
  const folder = mkdtempSync(join(tmpdir(), 'baton-defaults-'));
  folders.push(folder);
  writeFileSync(join(folder, '.baton.json'), JSON.stringify(file));
  return readDefaults(folder);
}

test.each([
  ['--parallel', '0'],
  ['--parallel', '17'],
  ['--parallel', '-1'],
  ['--parallel', 'three'],
  ['--tasks', '0'],
  ['--tries', '0'],
  ['--tries', '99'],
  ['--stall', '0'],
  ['--until', '25:00'],
  ['--until', '7'],
  ['--until', '2020-01-01T07:00'],
  ['--budget', '0'],
  ['--budget', 'twenty'],
  ['--allow', 'everything'],
  ['--base', '--force'],
  ['--verify', ' '],
  ['--verify', 'npm test\nrm -r .'],
  ['--client', ' , '],
  ['--merge', '--no-merge'],
])('%s %s is refused', (...words) => {
  expect(() => read(words)).toThrow(UsageError);
});

test('a word that nobody asked for, and two modes at once, are refused', () => {
  expect(() => modeOf('T12')).toThrow('T12 is one word too many');
  expect(() => modeOf('--stop', 'later')).toThrow(UsageError);
  expect(() => modeOf('--stop', '--pause')).toThrow('--stop and --pause do not go together');
});

test('a mode is read from its option, and words for the client are no mode', () => {
  expect(modeOf()).toBe('run');
  expect(modeOf('--', 'now', '--stop')).toBe('run');
  expect(modeOf('--stop')).toBe('stop');
  expect(modeOf('--stop', 'now')).toBe('stop-now');
  expect(modeOf('--dry-run', '--', '--model', 'opus')).toBe('dry-run');
});

test('without options one agent works in the folder itself, and nothing is merged', () => {
  expect(read([])).toMatchObject({
    clients: [],
    parallel: 1,
    isLinked: false,
    mayMerge: false,
    tries: 3,
    stallMs: 15 * 60_000,
    allow: 'edit',
    extra: [],
  });
});

test('several agents, and what is merged, have working trees of their own', () => {
  expect(read(['--parallel', '2'])).toMatchObject({ parallel: 2, isLinked: true });
  expect(read(['--worktrees'])).toMatchObject({ parallel: 1, isLinked: true, mayMerge: false });
  expect(read(['--merge'])).toMatchObject({ isLinked: true, mayMerge: true });
});

test('clients are listed with commas or one by one, and a command line is one client', () => {
  expect(read(['--client', 'codex, gemini', '--client', 'claude-code']).clients).toEqual([
    'codex',
    'gemini',
    'claude-code',
  ]);
  expect(read(['--client', 'my-agent --roles a,b {prompt}']).clients).toEqual(['my-agent --roles a,b {prompt}']);
});

test('words after -- go to the client as they are', () => {
  expect(read(['--tasks', '2', '--', '--model', 'opus', '--']).extra).toEqual(['--model', 'opus', '--']);
});

test('the project file gives defaults, and options win over them', () => {
  const defaults = defaultsOf({ client: 'codex', parallel: 3, merge: true, setup: 'npm ci', verify: 'npm test' });
  expect(read([], defaults)).toMatchObject({
    clients: ['codex'],
    parallel: 3,
    mayMerge: true,
    setup: 'npm ci',
    verify: 'npm test',
  });
  expect(read(['--no-merge', '--verify', 'make', '--parallel', '1'], defaults)).toMatchObject({
    parallel: 1,
    mayMerge: false,
    isLinked: false,
    verify: 'make',
  });
});

test('the project file cannot lift permissions', () => {
  expect(read([], defaultsOf({ allow: 'all' })).allow).toBe('edit');
});

test.each([{ parallel: 40 }, { parallel: '3' }, { merge: 'yes' }, { client: [1] }, { verify: ['npm', 'test'] }])(
  'the project file with %j is refused',
  (file) => {
    expect(() => defaultsOf(file)).toThrow(Failure);
  },
);

test('a time of the clock is the next one, also over midnight', () => {
  expect(readClockTime('19:00', NOW)).toEqual(new Date(2026, 2, 16, 19, 0));
  expect(readClockTime('7:05', NOW)).toEqual(new Date(2026, 2, 17, 7, 5));
  expect(readClockTime('18:40', NOW)).toEqual(new Date(2026, 2, 17, 18, 40));
  expect(readClockTime('2026-03-20T06:00', NOW)).toEqual(new Date(2026, 2, 20, 6, 0));
});

test('durations are short', () => {
  expect([0, 59_000, 60_000, 3_600_000, 4_980_000, 90_000_000].map(sayDuration)).toEqual([
    '0s',
    '59s',
    '1m',
    '1h',
    '1h 23m',
    '1d 1h',
  ]);
});

test('the id of a run is a UUID of version 7 with its time', () => {
  const id = newRunId(NOW.getTime());
  expect(id).toMatch(/^[\da-f]{8}-[\da-f]{4}-7[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/);
  expect(Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16)).toBe(NOW.getTime());
});
