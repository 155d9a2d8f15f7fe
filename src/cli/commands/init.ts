import { join } from 'node:path';
import { type AgentClient, KEY_VARIABLE, configFor } from '#contract/agent-configs.ts';
import { mergeAgentsSection } from '../clients/agents-section.ts';
import {
  type Written,
  clientName,
  detectClients,
  editFile,
  isClient,
  placeOf,
  writeClientFile,
} from '../clients/client-files.ts';
import { mergeJsonc } from '../clients/edit-jsonc.ts';
import { type Call, type Command, print } from '../command.ts';
import { EXIT, Failure, UsageError } from '../failure.ts';
import { PROJECT_FILE } from '../project-file.ts';
import { requireProject } from '../settings.ts';

interface Step {
  file: string;
  outcome: Written | 'failed';
  client?: AgentClient;
  problem?: string;
}

/** Connects the agents of this folder: their configuration, the project's file and a section of AGENTS.md. */
export const init: Command = {
  options: { client: { type: 'string', multiple: true } },
  async run(call) {
    const { settings, folder, environment } = call;
    const folders = { folder, home: environment.home };
    const clients = readClients(call, () => detectClients(folders));
    const project = requireProject(settings);
    if (settings.url === undefined) throw new UsageError('No server is named. Run baton login first, or use --url');
    const url = settings.url.value;

    const place = { url: `${url}/mcp`, projectId: project };
    const steps: Step[] = clients.map((client) => {
      const config = configFor(client, place);
      return { client, ...attempt(placeOf(config.file, folders), () => writeClientFile(config, folders)) };
    });
    const entry = { url, project };
    const projectFile = join(folder, PROJECT_FILE);
    steps.push(
      attempt(projectFile, () =>
        editFile(projectFile, `${JSON.stringify(entry, null, 2)}\n`, (text) => mergeJsonc(text, entry)),
      ),
    );
    const agents = join(folder, 'AGENTS.md');
    steps.push(attempt(agents, () => editFile(agents, mergeAgentsSection(''), mergeAgentsSection)));

    print(call, describe(steps, clients), steps);
    return steps.some(({ outcome }) => outcome === 'failed') ? EXIT.failed : EXIT.fine;
  },
};

function readClients({ args }: Call, detect: () => AgentClient[]): AgentClient[] {
  const words = [...args.list('client'), ...args.words].flatMap((word) => word.split(',')).map((word) => word.trim());
  const named = words.filter((word) => word !== '');
  const odd = named.find((word) => !isClient(word));
  if (odd !== undefined) throw new UsageError(`There is no client ${odd}`);
  const clients = named.length > 0 ? [...new Set(named.filter(isClient))] : detect();
  if (clients.length === 0) throw new UsageError('No client was found here or in your home folder: name one');
  return clients;
}

/** One file that cannot be written must not keep the others from being written. */
function attempt(file: string, work: () => Written): Step {
  try {
    return { file, outcome: work() };
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    return { file, outcome: 'failed', problem: error.message };
  }
}

function describe(steps: readonly Step[], clients: readonly AgentClient[]): string {
  const lines = steps.map(({ file, outcome, client, problem }) => {
    const whose = client === undefined ? '' : ` (${clientName(client)})`;
    return problem === undefined ? `${outcome.padEnd(9)} ${file}${whose}` : `failed    ${file}${whose}\n${problem}`;
  });
  const readers = clients.filter((client) => client !== 'vscode');
  if (readers.length > 0)
    lines.push(
      '',
      `The key is in none of these files. Set it in the shell that starts ${readers.map(clientName).join(', ')}:`,
      `  export ${KEY_VARIABLE}=<your API key>`,
    );
  if (clients.includes('vscode')) lines.push('', 'VS Code asks for the key when it first starts the server.');
  return lines.join('\n');
}
