import { AGENT_CLIENTS, linkFor } from '#contract/clients/all-clients.ts';
import type { AgentClientSpec, ClientFile, Link } from '#contract/clients/client.ts';
import { KEY_VARIABLE } from '#contract/clients/entries.ts';
import { type Folders, findPlace, mergePart, readFile, readServer } from '../clients/client-files.ts';
import { hasSection } from '../clients/instructions.ts';
import { UnreadableText } from '../clients/unreadable-text.ts';
import type { Environment } from '../environment.ts';
import { Failure } from '../failure.ts';
import type { Settings } from '../settings.ts';
import { findWorkingTree } from '../working-tree.ts';
import { checkHooks, checkTrust } from './check-client-extras.ts';
import type { Tell } from './finding.ts';

const LITERAL_KEY = /baton_[0-9A-Za-z]{40}/;
const NOWHERE = { url: '', projectId: '' };

/** Checks the configurations that agents of this folder would read. */
export function checkClients(settings: Settings, environment: Environment, folder: string, tell: Tell): void {
  const folders = { folder, home: environment.home };
  const place = {
    url: settings.url === undefined ? '' : `${settings.url.value}/mcp`,
    projectId: settings.project?.value.toLowerCase() ?? '',
  };
  for (const client of AGENT_CLIENTS) {
    if (client.server === undefined) continue;
    const file = findPlace(client.server({ ...NOWHERE, way: 'key', name: '' }), folders);
    try {
      checkClient(client, place, { settings, environment, folders, tell });
    } catch (error) {
      if (!(error instanceof UnreadableText) && !(error instanceof Failure)) throw error;
      const says = `${client.name}: ${file} cannot be read (${error.message})`;
      tell({ about: 'client', isFine: false, says, advice: 'Mend the file; the client cannot read it either.' });
    }
  }
}

interface Around {
  settings: Settings;
  environment: Environment;
  folders: Folders;
  tell: Tell;
}

/** A client is recognised by its entry, with either way to authenticate. */
function checkClient(client: AgentClientSpec, place: { url: string; projectId: string }, around: Around): void {
  const found = client.ways
    .map((way) => linkFor(client, place, way))
    .flatMap((link) => {
      const server = client.server?.(link);
      const entry = server === undefined ? undefined : readServer(server, around.folders);
      return server === undefined || entry === undefined ? [] : [{ link, server, entry }];
    })
    .at(-1);
  if (found === undefined) return;
  const { link, server, entry } = found;
  const file = findPlace(server, around.folders);
  if (!judgeEntry(client, file, entry, around)) return;
  const isKey = entry.includes(KEY_VARIABLE) || /"?command"?\s*[:=]/.test(entry) || entry.includes('${input:');
  checkRest(client, { ...link, way: isKey ? 'key' : 'sign-in' }, around);
}

/** Whether the entry points to this server and project, with an available key. */
function judgeEntry(client: AgentClientSpec, file: string, entry: string, around: Around): boolean {
  const { settings, environment, tell } = around;
  const { url, project } = settings;
  const { name } = client;
  const again = `Run baton init --client ${client.id}.`;
  const fault = (says: string, advice: string) => {
    tell({ about: 'client', isFine: false, says, advice });
    return false;
  };
  if (LITERAL_KEY.test(entry))
    return fault(
      `${name}: the key itself stands in ${file}`,
      `Take it out (it is a password), regenerate it, then: ${again}`,
    );
  if (url !== undefined && !entry.includes(`"${url.value}/mcp`) && !entry.includes(`"${url.value}"`))
    return fault(`${name}: ${file} names another server than ${url.value}`, again);
  if (project !== undefined && !entry.toLowerCase().includes(project.value.toLowerCase()))
    return fault(`${name}: ${file} names another project than ${project.value}`, again);
  if (entry.includes(KEY_VARIABLE) && environment.apiKey === undefined)
    return fault(
      `${name}: ${KEY_VARIABLE}, which ${file} refers to, is not set in this shell`,
      `export ${KEY_VARIABLE}=<your API key> in the shell that starts ${name}, or sign in: baton init --client ${client.id} --sign-in.`,
    );
  tell({ about: 'client', isFine: true, says: `${name}: ${file}` });
  return true;
}

/** Permission, instructions, hooks, trust. */
function checkRest(client: AgentClientSpec, link: Link, { environment, folders, tell }: Around): void {
  const again = `Run baton init --client ${client.id}.`;
  const say = (isFine: boolean, fine: string, fault: string, advice = again) =>
    tell(
      isFine
        ? { about: 'client', isFine, says: `${client.name}: ${fine}` }
        : { about: 'client', isFine, says: `${client.name}: ${fault}`, advice },
    );
  const permissions = client.permissions?.(link) ?? [];
  if (permissions.length > 0) {
    const missing = permissions.find((part) => !isThere(part, folders));
    const where = missing === undefined ? '' : findPlace(missing, folders);
    say(
      missing === undefined,
      'may call Baton without asking',
      `asks before every call: ${where} does not allow Baton`,
    );
  }
  const { file } = client.instructions;
  say(
    hasSection(client.instructions, folders),
    `is told how to work here (${file})`,
    `${file}, which it reads, says nothing of Baton`,
  );
  checkHooks(client, folders, environment, say);
  checkTrust(client, findWorkingTree(environment, folders.folder), folders, say);
}

/** A fragment is present when inserting it would change nothing. */
function isThere(part: ClientFile, folders: Folders): boolean {
  const text = readFile(findPlace(part, folders));
  return text !== undefined && text.trim() !== '' && mergePart(text, part) === text;
}
