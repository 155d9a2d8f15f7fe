import { join } from 'node:path';
import { clientOf, linkFor, wayFor } from '#contract/clients/all-clients.ts';
import type { AgentClientSpec, Link, Way } from '#contract/clients/client.ts';
import { editFile, shrinkFile } from '../clients/client-files.ts';
import { removeJsonc, mergeJsonc } from '../clients/edit-jsonc.ts';
import { describeSetUp, describeSteps } from '../clients/describe-set-up.ts';
import { AGENTS_FILE } from '#contract/clients/entries.ts';
import { removeInstructions } from '../clients/instructions.ts';
import {
  type Step,
  attempt,
  detectClients,
  clientNames,
  isClient,
  removeClient,
  setUpClient,
  writeCommonSection,
} from '../clients/set-up-client.ts';
import { type Call, type Command, print } from '../command.ts';
import { EXIT, UsageError } from '../failure.ts';
import { isOnPath } from '../is-on-path.ts';
import { PROJECT_FILE } from '../project-file.ts';
import { requireProject } from '../settings.ts';
import { findWorkingTree } from '../working-tree.ts';

/** Connects the agents of this folder: configuration, permissions, instructions, hooks, and the project file. */
export const init: Command = {
  options: {
    client: { type: 'string', multiple: true },
    'sign-in': { type: 'boolean' },
    key: { type: 'boolean' },
    trust: { type: 'boolean' },
    'no-hooks': { type: 'boolean' },
    remove: { type: 'boolean' },
  },
  async run(call) {
    const { settings, folder, environment, args } = call;
    const folders = { folder, home: environment.home };
    const clients = readClients(call, () => detectClients(folders));
    const project = requireProject(settings);
    if (settings.url === undefined) throw new UsageError('No server is named. Run baton login first, or use --url');
    const url = settings.url.value;
    const place = { url: `${url}/mcp`, projectId: project };
    const root = findWorkingTree(environment, folder);

    if (args.is('remove')) return removeAll(call, clients, place, { url, project });
    const wished = readWay(call);
    const links = clients.map((client): [AgentClientSpec, Link] => [
      client,
      linkFor(client, place, wayFor(client, wished)),
    ]);
    const options = { withHooks: !args.is('no-hooks'), withTrust: args.is('trust'), root };
    const entry = { url, project };
    const projectFile = join(folder, PROJECT_FILE);
    const steps: Step[] = [
      ...links.flatMap(([client, link]) => setUpClient(client, link, folders, options)),
      attempt(undefined, 'project', projectFile, () =>
        editFile(projectFile, `${JSON.stringify(entry, null, 2)}\n`, (text) => mergeJsonc(text, entry)),
      ),
      writeCommonSection(folders),
    ];
    print(
      call,
      describeSetUp(steps, links, {
        url,
        withTrust: options.withTrust,
        hasVariable: hasVariable(call),
        isInstalled: isOnPath('baton', environment.path),
        isSignedIn: settings.key !== undefined,
      }),
      steps,
    );
    return steps.some(({ outcome }) => outcome === 'failed') ? EXIT.failed : EXIT.fine;
  },
};

const hasVariable = ({ environment }: Call): boolean => environment.apiKey !== undefined;

/** As given, else what needs no further step: the key if this shell has it, else OAuth. */
function readWay(call: Call): Way {
  const { args } = call;
  if (args.is('key') && args.is('sign-in')) throw new UsageError('--key and --sign-in exclude each other');
  if (args.is('sign-in')) return 'sign-in';
  return args.is('key') || hasVariable(call) ? 'key' : 'sign-in';
}

function removeAll(
  call: Call,
  clients: readonly AgentClientSpec[],
  place: { url: string; projectId: string },
  entry: { url: string; project: string },
): number {
  const { folder, environment } = call;
  const folders = { folder, home: environment.home };
  const projectFile = join(folder, PROJECT_FILE);
  const steps = clients.flatMap((client) => {
    const links = client.ways.map((way) => linkFor(client, place, way));
    return removeClient(client, links, folders);
  });
  steps.push(
    attempt(undefined, 'instructions', join(folder, AGENTS_FILE.file), () => removeInstructions(AGENTS_FILE, folders)),
    attempt(undefined, 'project', projectFile, () => shrinkFile(projectFile, (text) => removeJsonc(text, entry))),
  );
  const changed = steps.filter(({ outcome }) => outcome !== 'unchanged');
  print(call, changed.length === 0 ? 'Nothing of Baton was here.' : describeSteps(changed).join('\n'), changed);
  return changed.some(({ outcome }) => outcome === 'failed') ? EXIT.failed : EXIT.fine;
}

function readClients({ args }: Call, detect: () => AgentClientSpec[]): AgentClientSpec[] {
  const words = [...args.list('client'), ...args.words].flatMap((word) => word.split(',')).map((word) => word.trim());
  const named = words.filter((word) => word !== '');
  const odd = named.find((word) => !isClient(word));
  if (odd !== undefined) throw new UsageError(`There is no client ${odd}. There are ${clientNames()}`);
  const clients = named.length > 0 ? [...new Set(named.filter(isClient))].map(clientOf) : detect();
  if (clients.length === 0)
    throw new UsageError(
      `No client was found here or in your home folder. Name one, for example --client claude; there are ${clientNames()}`,
    );
  return clients;
}
