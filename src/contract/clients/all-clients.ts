import type { AgentClient, AgentClientSpec, ClientFile, Link, Place, Way } from './client.ts';
import { editorClients } from './editor-clients.ts';
import { KEY_VARIABLE, SERVER_NAME, quoteForShell } from './entries.ts';
import { hostedClients } from './hosted-clients.ts';
import { joinEntries, renderFile } from './render-entry.ts';
import { terminalClients } from './terminal-clients.ts';

/** Every client with a set-up of its own, in the order shown. */
export const AGENT_CLIENTS: readonly AgentClientSpec[] = [...terminalClients, ...editorClients, ...hostedClients];

export function clientOf(id: AgentClient): AgentClientSpec {
  const found = AGENT_CLIENTS.find((client) => client.id === id);
  if (found === undefined) throw new Error(`no client ${id}`);
  return found;
}

/** The end of a UUIDv7 is random; its beginning is a time, which two projects may share. */
const shortOf = (projectId: string): string => projectId.slice(-8).toLowerCase();

/**
 * The input of a client's configuration. Where one file or one list of sign-ins serves every repository, the server is
 * named after the project.
 */
export function linkFor(client: AgentClientSpec, place: Place, way: Way): Link {
  const isShared = client.scope === 'user' || (way === 'sign-in' && client.signInsByName === true);
  return { ...place, way, name: isShared ? `${SERVER_NAME}-${shortOf(place.projectId)}` : SERVER_NAME };
}

/** The preferred way, where the client supports it. */
export const wayFor = ({ ways }: AgentClientSpec, wished: Way): Way =>
  ways.includes(wished) ? wished : (ways[0] ?? 'sign-in');

/** In Claude Desktop a server with sign-in is added by hand, not in its file. */
export const hasServerFile = (client: AgentClientSpec, way: Way): boolean =>
  client.server !== undefined && !(client.group === 'hosted' && way === 'sign-in');

/** What is left for a person to do once the files are written, in order. */
export const stepsFor = (client: AgentClientSpec, link: Link, isTrusted = false): string[] => [
  ...(client.trust === undefined || isTrusted ? [] : [client.trust.step]),
  ...(client.steps?.(link) ?? []),
];

/** What a person pastes: the server, with its permission where both are in one file. */
export interface Snippet {
  file: string;
  text: string;
}

export function snippetsFor(client: AgentClientSpec, link: Link): Snippet[] {
  if (!hasServerFile(client, link.way) || client.server === undefined) return [];
  const server = client.server(link);
  // By hand one is enough: of two, the second takes effect without trusting the folder.
  const permission = client.permissions?.(link).at(-1);
  if (permission === undefined) return [snippetOf(server)];
  if (permission.file !== server.file) return [snippetOf(server), snippetOf(permission)];
  return [snippetOf({ ...server, entry: joinEntries(server.entry, permission.entry) })];
}

const snippetOf = (file: ClientFile): Snippet => ({ file: file.file, text: renderFile(file) });

/** Sets the key as an environment variable and starts the client in the same shell. */
export function shellHint({ launch }: AgentClientSpec, key: string): string {
  const lines = [`export ${KEY_VARIABLE}=${quoteForShell(key)}`];
  return [...lines, ...(launch === undefined ? [] : [launch])].join('\n');
}
