import type { Entry } from './command.ts';
import { COMMANDS, OWN_COMMANDS } from './commands-table.ts';
import { readEnvironment } from './environment.ts';
import { EXIT, Failure, UsageError } from './failure.ts';
import { closeConnections } from './http-exchange.ts';
import { Arguments } from './read-arguments.ts';
import { readSettings } from './settings.ts';
import { VERSION } from './version.ts';

const HELP = new Set(['help', '--help', '-h']);

/** Runs one command; an expected failure is one sentence on standard error. */
export async function run([name = 'help', ...args]: readonly string[]): Promise<number> {
  if (name === '--version' || name === '-v') {
    console.log(VERSION);
    return EXIT.fine;
  }
  const asked = HELP.has(name) ? args[0] : name;
  const entry = findEntry(COMMANDS, asked) ?? findEntry(OWN_COMMANDS, asked);
  if (HELP.has(name) && (asked === undefined || entry !== undefined)) {
    console.log(entry === undefined ? helpText() : helpOf(entry));
    return EXIT.fine;
  }
  if (entry === undefined) {
    console.error(`baton: there is no command ${asked ?? name}. baton help lists them.`);
    return EXIT.usage;
  }
  try {
    return await runCommand(entry, args);
  } catch (error) {
    return entry.isQuiet?.(args) === true ? EXIT.fine : explain(error, entry);
  } finally {
    closeConnections();
  }
}

const findEntry = (table: Readonly<Record<string, Entry>>, name: string | undefined): Entry | undefined =>
  name !== undefined && Object.hasOwn(table, name) ? table[name] : undefined;

async function runCommand(entry: Entry, args: readonly string[]): Promise<number> {
  const command = await entry.load();
  const words = new Arguments(args, command.options ?? {});
  if (words.is('help')) {
    console.log(helpOf(entry));
    return EXIT.fine;
  }
  const environment = readEnvironment();
  const folder = process.cwd();
  const flags = { url: words.text('url'), project: words.text('project'), agent: words.text('agent') };
  return command.run({ args: words, settings: readSettings(flags, environment, folder), environment, folder });
}

function explain(error: unknown, entry: Entry): number {
  if (error instanceof UsageError) {
    console.error(`baton: ${error.message.replace(/\.$/, '')}.\nUsage: baton ${entry.usage}`);
    return EXIT.usage;
  }
  if (error instanceof Failure) {
    console.error(`baton: ${error.message}`);
    return error.exitCode;
  }
  throw error;
}

const helpOf = ({ usage, does, more }: Entry): string =>
  [`Usage: baton ${usage}`, '', sentence(does), ...(more === undefined ? [] : ['', more]), '', COMMON].join('\n');

const sentence = (does: string) => `${does.charAt(0).toUpperCase()}${does.slice(1)}.`;

const COMMON = `Every command also takes
  --json           the data of the answer instead of its lines
  --url URL        the server (BATON_URL, .baton.json, baton login)
  --project ID     the project (BATON_PROJECT, .baton.json, baton login)
  --agent NAME     the name to work under (BATON_AGENT)

Exit codes: 0 fine, 1 error, 2 usage, 3 not signed in, 4 baton held by another, 5 nothing ready`;

function helpText(): string {
  const lines = Object.entries(COMMANDS).map(([name, { does }]) => `  ${name.padEnd(12)}${does}`);
  return [
    'Usage: baton COMMAND',
    '',
    ...lines,
    `  ${'help'.padEnd(12)}baton help COMMAND says more of one`,
    '',
    COMMON,
  ].join('\n');
}
