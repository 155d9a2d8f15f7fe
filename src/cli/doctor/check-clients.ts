import { AGENT_CLIENTS, type AgentClient, KEY_VARIABLE, SERVER_NAME, configFor } from '#contract/agent-configs.ts';
import { type Folders, clientName, placeOf, readFile } from '../clients/client-files.ts';
import { readTomlTable } from '../clients/edit-toml.ts';
import { UnreadableText, memberOf, readJsonc, valueOf } from '../clients/read-jsonc.ts';
import type { Environment } from '../environment.ts';
import { Failure } from '../failure.ts';
import type { Settings } from '../settings.ts';
import type { Tell } from './finding.ts';

const LITERAL_KEY = /baton_[0-9A-Za-z]{40}/;

/** Looks at the configurations that agents of this folder would read. */
export function checkClients(settings: Settings, environment: Environment, folder: string, tell: Tell): void {
  const folders = { folder, home: environment.home };
  for (const { id } of AGENT_CLIENTS) {
    const file = placeOf(configFor(id, { url: '', projectId: '' }).file, folders);
    try {
      const entry = readEntry(id, folders);
      if (entry !== undefined) judgeEntry(id, file, entry, settings, environment, tell);
    } catch (error) {
      if (!(error instanceof UnreadableText) && !(error instanceof Failure)) throw error;
      const says = `${clientName(id)}: ${file} cannot be read (${error.message})`;
      tell({ about: 'client', isFine: false, says, advice: 'Mend the file; the client cannot read it either.' });
    }
  }
}

/** What the file says about Baton, as text. */
function readEntry(client: AgentClient, folders: Folders): string | undefined {
  const config = configFor(client, { url: '', projectId: '' });
  const text = readFile(placeOf(config.file, folders));
  if (text === undefined || text.trim() === '') return undefined;
  if (config.format === 'toml') return readTomlTable(text, ['mcp_servers', SERVER_NAME]);
  const holder = Object.keys(config.entry).find((key) => key !== 'inputs') ?? '';
  const servers = memberOf(readJsonc(text), holder);
  const entry = servers === undefined ? undefined : memberOf(servers, SERVER_NAME);
  return entry === undefined ? undefined : JSON.stringify(valueOf(entry));
}

function judgeEntry(
  client: AgentClient,
  file: string,
  entry: string,
  { url, project }: Settings,
  { apiKey }: Environment,
  tell: Tell,
): void {
  const name = clientName(client);
  const again = `Run baton init --client ${client}.`;
  const fault = (says: string, advice: string) => tell({ about: 'client', isFine: false, says, advice });
  if (LITERAL_KEY.test(entry)) {
    fault(`${name}: the key itself stands in ${file}`, `Take it out (it is a password), regenerate it, then: ${again}`);
    return;
  }
  if (url !== undefined && !entry.includes(`"${url.value}/mcp`)) {
    fault(`${name}: ${file} names another server than ${url.value}`, again);
    return;
  }
  if (project !== undefined && !entry.toLowerCase().includes(project.value.toLowerCase())) {
    fault(`${name}: ${file} names another project than ${project.value}`, again);
    return;
  }
  if (entry.includes(KEY_VARIABLE) && apiKey === undefined) {
    const advice = `export ${KEY_VARIABLE}=<your API key> in the shell that starts ${name}.`;
    fault(`${name}: ${KEY_VARIABLE}, which ${file} refers to, is not set in this shell`, advice);
    return;
  }
  tell({ about: 'client', isFine: true, says: `${name}: ${file}` });
}
