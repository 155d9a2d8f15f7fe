import { mkdirSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { type CommandOptions, runCommand } from '../run-command.ts';
import type { Machine, Question, TriedClient } from './clients.ts';
import { pathWith } from './install-package.ts';
import { type Outcome, lastWords } from './outcome.ts';
import type { World } from './open-world.ts';
import { inTerminal } from './sign-in/in-terminal.ts';
import { type SeatedPerson, seatPerson } from './sign-in/seat-person.ts';

/** With an API key in the environment, or by OAuth. */
export type Way = 'key' | 'sign-in';

/** Instruction files that repositories already have. */
const OWN_INSTRUCTIONS = ['AGENTS.md', 'CLAUDE.md', 'GEMINI.md', 'QWEN.md'];
const COMMAND_SECONDS = 60;
const SIGN_IN_SECONDS = 120;

/** A connected client, and its manual steps; or where it failed. */
export type Connected = { machine: Machine; env: Record<string, string>; after: string[] } | Refused;
type Refused = Required<Pick<Outcome, 'failed' | 'words'>>;

interface Asked {
  client: TriedClient;
  way: Way;
  /** Of its files in the world; default: the client and the way. */
  folderName?: string;
  world: World;
  projectId: string;
  binary: string;
  signal: AbortSignal;
}

/** The steps of a person: `baton login`, `baton init`, and the client's own prompts. */
export async function connectClient({
  client,
  way,
  folderName = `${client.id}-${way}`,
  world,
  projectId,
  binary,
  signal,
}: Asked): Promise<Connected> {
  const machine = prepareMachine(client, folderName, world);
  const env = {
    PATH: pathWith(world.commands),
    HOME: machine.home,
    LANG: 'C.UTF-8',
    TERM: 'xterm-256color',
    ...(way === 'key' ? { BATON_API_KEY: world.apiKey } : {}),
  };
  const options = { limitSeconds: COMMAND_SECONDS, signal, cwd: machine.folder, env };
  const withKey = { ...options, env: { ...env, BATON_API_KEY: world.apiKey } };
  const { asksOnce, signIn } = client;
  const after: string[] = [];
  const answer = async (question: Question | undefined) => {
    if (question === undefined) return;
    if (typeof question.answer === 'function') question.answer(machine);
    else await must([binary, ...question.answer], options);
    after.push(question.words);
  };
  try {
    await must(['git', 'init', '--quiet'], options);
    await must(['baton', 'login', '--url', world.url, '--project', projectId], withKey);
    const said = await must(['baton', 'init', '--client', client.id, way === 'key' ? '--key' : '--sign-in'], options);
    await answer(asksOnce);
    if (way === 'sign-in' && signIn !== undefined) {
      await answer(signIn.asksFirst);
      const words = [binary, ...signIn.words(serverIn(said))];
      const command = signIn.needsTerminal === true ? inTerminal(words) : words;
      await letIn(command, options, await seatPerson(world, join(machine.home, '..'), projectId));
      after.push('a person allowed it');
    }
    await must(['baton', 'doctor'], options);
    return { machine, env, after };
  } catch (error) {
    if (error instanceof Fault) return { failed: error.step, words: error.message };
    throw error;
  }
}

/** The server's name in the client: where sign-ins are stored by name, it differs from project to project. */
const serverIn = (said: string): string => /\bbaton-[0-9a-f]+\b/.exec(said)?.[0] ?? 'baton';

/** Runs the client's sign-in command with a simulated person. */
async function letIn(command: readonly string[], options: Options, person: SeatedPerson): Promise<void> {
  const env = { ...options.env, PATH: `${person.commands}${delimiter}${options.env['PATH'] ?? ''}` };
  try {
    await must(command, { ...options, limitSeconds: SIGN_IN_SECONDS, listen: person.listen, env });
  } catch (error) {
    throw error instanceof Fault ? new Fault('sign-in', [error.message, ...person.faults].join('\n')) : error;
  } finally {
    await person.close();
  }
}

type Options = CommandOptions & { env: Record<string, string> };

class Fault extends Error {
  readonly step: string;
  constructor(step: string, words: string) {
    super(words);
    this.step = step;
  }
}

async function must(command: readonly string[], options: CommandOptions): Promise<string> {
  const { trouble, output } = await runCommand(command, options);
  if (trouble !== undefined) throw new Fault(command.slice(0, 2).join(' '), `${trouble}\n${lastWords(output)}`);
  return output;
}

/** An empty home folder, and a repository without Baton. */
function prepareMachine(client: TriedClient, folderName: string, world: World): Machine {
  const home = join(world.folder, folderName, 'home');
  const folder = join(world.folder, folderName, 'harbour');
  for (const each of [home, folder]) mkdirSync(each, { recursive: true });
  writeFileSync(join(folder, 'README.md'), '# Harbour\n');
  for (const file of OWN_INSTRUCTIONS) writeFileSync(join(folder, file), '# House rules\n\nWrite short sentences.\n');
  client.prepare?.({ home, folder });
  return { home, folder };
}
