import { dirname } from 'node:path';
import type { AgentClientSpec } from '#contract/clients/client.ts';
import { type Folders, findPlace, mergePart, readFile } from '../clients/client-files.ts';
import type { Environment } from '../environment.ts';
import { isOnPath as isFound } from '../is-on-path.ts';

type Say = (isFine: boolean, fine: string, fault: string, advice?: string) => void;

/** Hooks are optional: their absence is no problem, hooks that cannot run are. */
export function checkHooks(client: AgentClientSpec, folders: Folders, { path }: Environment, say: Say): void {
  const { hooks } = client;
  if (hooks === undefined) return;
  const text = readFile(findPlace(hooks, folders)) ?? '';
  if (!text.includes(`baton hook ${client.id} `)) return;
  const isOnPath = isFound('baton', path);
  say(
    isOnPath && mergePart(text, hooks) === text,
    'runs baton when a session begins and ends',
    isOnPath ? 'its hooks are of another version' : 'its hooks find no baton on the PATH of this shell',
    isOnPath ? undefined : 'Install the command line: npm install -g <address>/baton-cli.tgz',
  );
}

/** Whether the person trusts this folder, or one above it, according to the client's file. */
export function checkTrust({ trust }: AgentClientSpec, root: string, folders: Folders, say: Say): void {
  if (trust === undefined) return;
  const isTrusted = ancestorsOf(root).some((folder) => {
    const part = trust.part(folder);
    const text = readFile(findPlace(part, folders)) ?? '';
    return text.trim() !== '' && mergePart(text, part) === text;
  });
  say(isTrusted, 'trusts this folder', 'does not trust this folder yet', `${trust.step}, or run baton init --trust.`);
}

function ancestorsOf(folder: string): string[] {
  const above = dirname(folder);
  return above === folder ? [folder] : [folder, ...ancestorsOf(above)];
}
