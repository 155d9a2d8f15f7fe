import { BATON_SLOTS_MAX, BRANCH_MAX, VERIFY_COMMAND_MAX } from '#contract/constants.ts';
import { UsageError } from '../failure.ts';
import type { Arguments, Options } from '../read-arguments.ts';
import type { Allowed } from './clients/run-client.ts';
import { readClockTime } from './clock-time.ts';
import type { RunDefaults } from './run-defaults.ts';

const text = { type: 'string' } as const;
const flag = { type: 'boolean' } as const;

export const RUN_OPTIONS: Options = {
  client: { type: 'string', multiple: true },
  parallel: text,
  worktrees: flag,
  verify: text,
  merge: flag,
  'no-merge': flag,
  only: text,
  tasks: text,
  until: text,
  budget: text,
  tries: text,
  stall: text,
  setup: text,
  base: text,
  allow: text,
  'dry-run': flag,
  status: flag,
  stop: flag,
  pause: flag,
  resume: flag,
  demo: flag,
};

/** What a person asked of a run. */
export interface RunOptions {
  /** Names or command lines; none: the client is found. Agents take them in turn. */
  clients: string[];
  parallel: number;
  /** Whether every task gets a working tree of its own. */
  isLinked: boolean;
  verify: string | undefined;
  mayMerge: boolean;
  only: string | undefined;
  tasksMax: number | undefined;
  until: Date | undefined;
  /** In dollars. */
  budget: number | undefined;
  tries: number;
  stallMs: number;
  setup: string | undefined;
  base: string | undefined;
  allow: Allowed;
  /** Added to the client's arguments. */
  extra: readonly string[];
}

/** What the command does instead of running, if anything. */
export type RunMode = 'run' | 'dry-run' | 'status' | 'stop' | 'stop-now' | 'pause' | 'resume' | 'demo';

const MODES = ['dry-run', 'status', 'stop', 'pause', 'resume', 'demo'] as const;
const TRIES = 3;
const TRIES_MAX = 20;
const STALL_MINUTES = 15;
const STALL_MINUTES_MAX = 24 * 60;
const TASKS_MAX = 100_000;

export function readMode(args: Arguments): RunMode {
  const asked = MODES.filter((mode) => args.is(mode));
  if (asked.length > 1) throw new UsageError(`--${asked[0]} and --${asked[1]} do not go together`);
  const words = args.words.slice(0, args.words.length - args.after.length);
  const [mode = 'run'] = asked;
  if (mode === 'stop' && words.length === 1 && words[0] === 'now') return 'stop-now';
  if (words.length > 0)
    throw new UsageError(`${words[0]} is one word too many: words for the client come after --, tasks are --only`);
  return mode;
}

export function readOptions(args: Arguments, defaults: RunDefaults, now: Date): RunOptions {
  const parallel = within(args, 'parallel', 1, BATON_SLOTS_MAX) ?? defaults.parallel ?? 1;
  if (args.is('merge') && args.is('no-merge')) throw new UsageError('--merge and --no-merge do not go together');
  const mayMerge = !args.is('no-merge') && (args.is('merge') || defaults.merge === true);
  const until = args.text('until');
  return {
    clients: readClients(args.list('client')) ?? readClients(defaults.clients) ?? [],
    parallel,
    // What is merged has to be apart from what it is merged into.
    isLinked: parallel > 1 || args.is('worktrees') || mayMerge || args.text('base') !== undefined,
    verify: command(args, 'verify') ?? defaults.verify,
    mayMerge,
    only: filled(args, 'only'),
    tasksMax: within(args, 'tasks', 1, TASKS_MAX),
    until: until === undefined ? undefined : readClockTime(until, now),
    budget: readBudget(args),
    tries: within(args, 'tries', 1, TRIES_MAX) ?? TRIES,
    stallMs: readStall(args) * 60_000,
    setup: command(args, 'setup') ?? defaults.setup,
    base: readBase(args),
    allow: readAllowed(args),
    extra: args.after,
  };
}

/** One with a space is a command line, in which a comma is a comma. */
function readClients(said: readonly string[]): string[] | undefined {
  const names = said.flatMap((each) => (/^[\w.,\s-]+$/.test(each) && !/\w\s+\w/.test(each) ? each.split(',') : [each]));
  const clients = names.map((each) => each.trim()).filter((each) => each !== '');
  if (said.length > 0 && clients.length === 0) throw new UsageError('--client names no client');
  if (clients.length > BATON_SLOTS_MAX) throw new UsageError(`--client takes at most ${BATON_SLOTS_MAX} clients`);
  return clients.length === 0 ? undefined : clients;
}

function within(args: Arguments, name: string, least: number, most: number): number | undefined {
  const value = args.number(name);
  if (value !== undefined && (value < least || value > most))
    throw new UsageError(`--${name} is from ${least} to ${most}, not ${value}`);
  return value;
}

/** Also parts of a minute. */
function readStall(args: Arguments): number {
  const said = args.text('stall') ?? String(STALL_MINUTES);
  const minutes = /^\d{1,4}(\.\d{1,4})?$/.test(said) ? Number(said) : 0;
  if (minutes === 0 || minutes > STALL_MINUTES_MAX)
    throw new UsageError(`--stall takes minutes up to ${STALL_MINUTES_MAX}, not "${said}"`);
  return minutes;
}

function readBudget(args: Arguments): number | undefined {
  const said = args.text('budget');
  if (said === undefined) return undefined;
  if (!/^\$?\d{1,7}(\.\d{1,4})?$/.test(said.trim()) || Number(said.trim().replace('$', '')) === 0)
    throw new UsageError(`--budget takes dollars such as 20 or 7.50, not "${said}"`);
  return Number(said.trim().replace('$', ''));
}

function readAllowed(args: Arguments): Allowed {
  const said = args.text('allow') ?? 'edit';
  if (said !== 'edit' && said !== 'all') throw new UsageError(`--allow is edit or all, not "${said}"`);
  return said;
}

function filled(args: Arguments, name: string): string | undefined {
  const said = args.text(name)?.trim();
  if (said === '') throw new UsageError(`--${name} is empty`);
  return said;
}

function command(args: Arguments, name: string): string | undefined {
  const said = filled(args, name);
  if (said === undefined) return undefined;
  if (said.length > VERIFY_COMMAND_MAX || /[\0\n\r]/.test(said))
    throw new UsageError(`--${name} is one line of at most ${VERIFY_COMMAND_MAX} characters`);
  return said;
}

/** It becomes an argument of git, which must not take it for an option. */
function readBase(args: Arguments): string | undefined {
  const said = filled(args, 'base');
  if (said !== undefined && (said.startsWith('-') || said.length > BRANCH_MAX || /\s/.test(said)))
    throw new UsageError(`--base takes a branch, not "${said}"`);
  return said;
}
