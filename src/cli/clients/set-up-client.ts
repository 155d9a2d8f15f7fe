import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { AGENT_CLIENTS, hasServerFile, linkFor } from '#contract/clients/all-clients.ts';
import {
  type AgentClient,
  type AgentClientSpec,
  CLIENT_IDS,
  type ClientFile,
  type InstructionsFile,
  type Link,
} from '#contract/clients/client.ts';
import { AGENTS_FILE } from '#contract/clients/entries.ts';
import { Failure } from '../failure.ts';
import {
  type Folders,
  type Written,
  editFile,
  findPlace,
  placeOf,
  readServer,
  removePart,
  removeServer,
  writePart,
} from './client-files.ts';
import { removeInstructions, writeInstructions } from './instructions.ts';

/** One file that was, or was to be, changed. */
export interface Step {
  file: string;
  outcome: Written | 'failed';
  client?: AgentClient;
  /** What the file is good for, in a word or two. */
  what: string;
  problem?: string;
}

export interface SetUpOptions {
  withHooks: boolean;
  /** Also says that the folder is trusted, where the client keeps that in a file. */
  withTrust: boolean;
  /** The root of the working tree: what trust is given to, and where git says what is not committed. */
  root: string;
}

/** What `--client` takes, for whoever has to name one. */
export const clientNames = (): string => CLIENT_IDS.join(', ');

export const isClient = (word: string): word is AgentClient => CLIENT_IDS.some((id) => id === word);

/** The clients that are in use, by what they leave behind here and in the home folder. */
export const detectClients = (folders: Folders): AgentClientSpec[] =>
  AGENT_CLIENTS.filter(({ signs }) => signs.some((sign) => existsSync(placeOf(sign, folders))));

/** Writes all that the client needs here, and takes out what an earlier version wrote for this project elsewhere. */
export function setUpClient(client: AgentClientSpec, link: Link, folders: Folders, options: SetUpOptions): Step[] {
  const parts: [string, ClientFile | undefined][] = [
    ['server', hasServerFile(client, link.way) ? client.server?.(link) : undefined],
    ...(client.permissions?.(link) ?? []).map((part): [string, ClientFile] => ['permission', part]),
    ['hooks', options.withHooks ? client.hooks : undefined],
    ['trust', options.withTrust ? client.trust?.part(options.root) : undefined],
  ];
  return [
    ...parts.flatMap(([what, part]) =>
      part === undefined
        ? []
        : [attempt(client, what, findPlace(part, folders), () => writeOne(part, folders, options))],
    ),
    ...takeOutEarlier(client, link, folders),
    ...takeOutOther(client, link, folders),
    writeSection(client.instructions, folders, client),
  ];
}

function writeOne(part: ClientFile, folders: Folders, { root }: SetUpOptions): Written {
  const outcome = writePart(part, folders);
  if (part.isPersonal === true) keepFromGit(root, part.file);
  return outcome;
}

/** Below a linked working tree there is a file instead of a folder: the lines of the repository it belongs to count. */
function keepFromGit(root: string, file: string): void {
  const info = join(root, '.git/info');
  if (!existsSync(join(root, '.git/HEAD'))) return;
  editFile(join(info, 'exclude'), `${file}\n`, (text) =>
    text.split('\n').includes(file) ? text : `${text.replace(/\n*$/, '\n')}${file}\n`,
  );
}

/** An entry of another repository is not ours to touch: only one that names this project goes. */
function takeOutEarlier(client: AgentClientSpec, link: Link, folders: Folders): Step[] {
  const { earlier } = client;
  if (earlier === undefined) return [];
  const place = findPlace(earlier, folders);
  const step = attempt(client, 'earlier server', place, () =>
    namesProject(earlier, link, folders) ? removeServer(earlier, folders) : 'unchanged',
  );
  return step.outcome === 'unchanged' ? [] : [step];
}

/** The other way of signing in may go by another name: there is to be one server, not two. */
function takeOutOther(client: AgentClientSpec, link: Link, folders: Folders): Step[] {
  const others = client.ways
    .map((way) => linkFor(client, link, way))
    .filter(({ name, way }) => way !== link.way && name !== link.name);
  return removeServers(client, others, folders).filter(({ outcome }) => outcome !== 'unchanged');
}

/** Whether the entry of this name is one for this project on this server. */
function namesProject(file: ClientFile, { projectId, url }: Link, folders: Folders): boolean {
  const entry = readServer(file, folders);
  const origin = url.replace(/\/mcp$/, '');
  return entry !== undefined && entry.toLowerCase().includes(projectId) && entry.includes(origin);
}

/** Takes out what `setUpClient` wrote, for both ways of signing in. */
export function removeClient(client: AgentClientSpec, links: readonly Link[], folders: Folders): Step[] {
  const steps = removeServers(client, links, folders);
  const { hooks, instructions } = client;
  if (hooks !== undefined)
    steps.push(attempt(client, 'hooks', findPlace(hooks, folders), () => removePart(hooks, folders)));
  steps.push(
    attempt(client, 'instructions', placeOf(instructions.file, folders), () =>
      removeInstructions(instructions, folders),
    ),
  );
  return steps.filter(({ outcome }) => outcome !== 'unchanged');
}

function removeServers(client: AgentClientSpec, links: readonly Link[], folders: Folders): Step[] {
  return links.flatMap((link) => {
    const server = client.server?.(link);
    return [
      ...(server === undefined
        ? []
        : [attempt(client, 'server', findPlace(server, folders), () => removeServer(server, folders))]),
      ...(client.permissions?.(link) ?? []).map((part) =>
        attempt(client, 'permission', findPlace(part, folders), () => removePart(part, folders)),
      ),
    ];
  });
}

const writeSection = (instructions: InstructionsFile, folders: Folders, client?: AgentClientSpec): Step =>
  attempt(client, 'instructions', placeOf(instructions.file, folders), () => writeInstructions(instructions, folders));

/** The file that clients without one of their own read. */
export const writeCommonSection = (folders: Folders): Step => writeSection(AGENTS_FILE, folders);

/** One file that cannot be written must not keep the others from being written. */
export function attempt(client: AgentClientSpec | undefined, what: string, file: string, work: () => Written): Step {
  const head = { file, what, ...(client === undefined ? {} : { client: client.id }) };
  try {
    return { ...head, outcome: work() };
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    return { ...head, outcome: 'failed', problem: error.message };
  }
}
