import { AppError } from '../platform/error.ts';
import { StartError } from '../platform/start-error.ts';
import { UsageError } from './usage-error.ts';

interface Command {
  usage: string;
  does: string;
  load(): Promise<(args: string[]) => Promise<number>>;
}

/** Imported lazily: `baton admin grant` does not need the web server. */
const COMMANDS: Record<string, Command> = {
  start: { usage: 'start', does: 'start the server', load: async () => (await import('./serve.ts')).serve },
  serve: { usage: 'serve', does: 'the same as start', load: async () => (await import('./serve.ts')).serve },
  migrate: {
    usage: 'migrate',
    does: 'bring the database up to date',
    load: async () => (await import('./migrate.ts')).migrate,
  },
  admin: {
    usage: 'admin grant|revoke|invite|two-factor off EMAIL',
    does: 'make someone an administrator, or no longer, let an address sign up, or turn two-factor off',
    load: async () => (await import('./admin.ts')).admin,
  },
  outbox: {
    usage: 'outbox [EMAIL]',
    does: 'print the mails that are kept instead of sent, with their links',
    load: async () => (await import('./outbox.ts')).outbox,
  },
  backup: {
    usage: 'backup FILE',
    does: 'write everything to a file',
    load: async () => (await import('./backup.ts')).backup,
  },
  restore: {
    usage: 'restore FILE',
    does: 'fill an empty instance from a backup',
    load: async () => (await import('./restore.ts')).restore,
  },
  demo: {
    usage: 'demo [EMAIL]',
    does: 'add an example project to an account',
    load: async () => (await import('./demo.ts')).demo,
  },
};

const FINE = 0;
const FAILED = 1;
const USAGE = 2;

/** Runs one server-side command; an expected failure is one line on standard error. */
export async function runCommand([name = 'help', ...args]: string[]): Promise<number> {
  const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  if (command === undefined) {
    const asked = name === 'help' || name === '--help' || name === '-h';
    (asked ? console.log : console.error)(asked ? helpText() : `baton: there is no command ${name}.\n\n${helpText()}`);
    return asked ? FINE : USAGE;
  }
  try {
    const run = await command.load();
    return await run(args);
  } catch (error) {
    if (error instanceof UsageError) {
      console.error(`Usage: baton ${command.usage}`);
      return USAGE;
    }
    if (error instanceof StartError || error instanceof AppError) {
      console.error(`baton: ${error.message}`);
      return FAILED;
    }
    throw error;
  }
}

function helpText(): string {
  const width = Math.max(...Object.values(COMMANDS).map(({ usage }) => usage.length));
  return [
    'Usage: baton COMMAND',
    '',
    ...Object.values(COMMANDS).map(({ usage, does }) => `  ${usage.padEnd(width)}  ${does}`),
  ].join('\n');
}
