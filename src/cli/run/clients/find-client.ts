import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { detectClients } from '../../clients/set-up-client.ts';
import { EXIT, Failure, UsageError } from '../../failure.ts';
import { isOnPath } from '../../is-on-path.ts';
import { BUILT_IN, type BuiltIn } from './built-in.ts';
import { customClient } from './custom-client.ts';
import type { RunClient } from './run-client.ts';
import { splitCommand } from './split-command.ts';

/** Where a client is looked for. */
export interface Around {
  /** The repository. */
  folder: string;
  home: string;
  /** PATH. */
  path: string;
}

/** The clients of `--client`, in their order; without any, the one that is used in this folder. */
export const chooseClients = (names: readonly string[], around: Around): RunClient[] =>
  names.length === 0 ? [findClient(around)] : names.map((name) => chooseOne(name.trim(), around));

/** The client in use here, by the files that it or `baton init` left; else the first that is installed. */
function findClient(around: Around): RunClient {
  const isHere = ({ program }: BuiltIn) => isOnPath(program, around.path);
  // What the repository has says more than what the home folder has.
  for (const home of [`${around.folder}/.baton/no-home`, around.home]) {
    const used = detectClients({ folder: around.folder, home }).map(({ id }) => id);
    const found = BUILT_IN.find((each) => used.includes(each.id) && isHere(each));
    if (found !== undefined) return found.client;
  }
  const installed = BUILT_IN.find(isHere);
  if (installed !== undefined) return installed.client;
  throw new UsageError(
    `No agent was found here. Install one (${BUILT_IN.map(({ client }) => client.name).join(', ')}), or name its command: --client 'my-agent --prompt-file {prompt}'`,
  );
}

function chooseOne(name: string, around: Around): RunClient {
  const built = BUILT_IN.find((each) => each.client.name === name || each.aliases.includes(name));
  if (built !== undefined) {
    if (isOnPath(built.program, around.path)) return built.client;
    throw new Failure(`${built.program} is not on PATH. Install it: ${built.install}`, EXIT.usage);
  }
  const words = splitCommand(name);
  const [program = ''] = words;
  if (isProgram(program, around))
    return customClient([program.includes('/') ? resolve(around.folder, program) : program, ...words.slice(1)]);
  if (words.length > 1 || program.includes('/')) throw new UsageError(`${program} is not on PATH, and no file here`);
  throw new UsageError(
    `There is no client ${name === '' ? 'without a name' : name}. Name one of ${BUILT_IN.map(({ client }) => client.name).join(', ')}, or a command: --client 'my-agent --prompt-file {prompt}'`,
  );
}

/** A path is taken from the folder, as a shell would. */
const isProgram = (program: string, { folder, path }: Around): boolean =>
  program.includes('/') ? existsSync(resolve(folder, program)) : program !== '' && isOnPath(program, path);
