import type { Environment } from './environment.ts';
import { EXIT, Failure, UsageError } from './failure.ts';
import { type ProjectFile, findProjectFile } from './project-file.ts';
import { type UserConfig, readUserConfig } from './user-config.ts';

export interface Flags {
  url?: string | undefined;
  project?: string | undefined;
  agent?: string | undefined;
}

/** A value with its source, for error messages. */
export interface Said {
  value: string;
  by: string;
}

export interface Settings {
  url: Said | undefined;
  key: Said | undefined;
  project: Said | undefined;
  agent: string | undefined;
  /** Why the known key is not sent. */
  withheld: string | undefined;
}

/** Resolves settings: flags first, then environment variables, the project file, the user's configuration. */
export function readSettings(flags: Flags, environment: Environment, folder: string): Settings {
  const user = readUserConfig(environment);
  const file = findProjectFile(folder);
  const url = firstOf(
    said(flags.url, '--url'),
    said(environment.url, 'BATON_URL'),
    said(file?.url, file?.path),
    said(user.url, 'baton login'),
  );
  const project = firstOf(
    said(flags.project, '--project'),
    said(environment.project, 'BATON_PROJECT'),
    said(file?.project, file?.path),
    said(user.project, 'baton login'),
  );
  const named = url === undefined ? undefined : { ...url, value: readAddress(url) };
  return {
    url: named,
    project,
    agent: flags.agent ?? environment.agent,
    ...findKey(named, environment, file, user),
  };
}

/**
 * A cloned repository may name any server in its file. So that it cannot steal the key, it is sent only to servers the
 * user has named: by flag, by variable or by signing in.
 */
function findKey(
  url: Said | undefined,
  environment: Environment,
  file: ProjectFile | undefined,
  user: UserConfig,
): Pick<Settings, 'key' | 'withheld'> {
  const known = url === undefined ? undefined : said(user.keys[url.value], 'baton login');
  const variable = said(environment.apiKey, 'BATON_API_KEY');
  const isForeign = url !== undefined && url.by === file?.path && url.value !== user.url && known === undefined;
  if (isForeign && variable !== undefined)
    return {
      key: undefined,
      withheld: `${url.by} names ${url.value}, where you have not signed in, so the key was not sent. If you trust it: baton login --url ${url.value}, or set BATON_URL.`,
    };
  return { key: variable ?? known, withheld: undefined };
}

const said = (value: string | undefined, by: string | undefined): Said | undefined =>
  value === undefined || by === undefined ? undefined : { value, by };
const firstOf = (...all: (Said | undefined)[]): Said | undefined => all.find((each) => each !== undefined);

/** Normalises a URL, so that one server has one name. */
export function readAddress({ value, by }: Said): string {
  const text = /^[a-z]+:\/\//i.test(value) ? value : `http://${value}`;
  if (!URL.canParse(text)) throw new UsageError(`${by} is not an address: ${value}`);
  const url = new URL(text);
  if (url.protocol !== 'http:' && url.protocol !== 'https:')
    throw new UsageError(`${by} must begin with http:// or https://: ${value}`);
  return `${url.origin}${url.pathname.replace(/\/+$/, '')}`;
}

const ID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
export const isProjectId = (value: string): boolean => ID.test(value);

export interface SignedIn {
  url: string;
  key: string;
  agent: string | undefined;
  /** Distinguishes this working tree. */
  session?: string | undefined;
  /** The token of the baton held from this working tree. */
  token?: string | undefined;
}

export function requireSignedIn({ url, key, agent, withheld }: Settings): SignedIn {
  if (withheld !== undefined) throw new Failure(withheld, EXIT.notSignedIn);
  if (url === undefined) throw new Failure('No server is named. Run baton login, or set BATON_URL.', EXIT.notSignedIn);
  if (key === undefined)
    throw new Failure(
      `Not signed in to ${url.value}. Run baton login, or set BATON_API_KEY; the API Keys page of the web app makes a key.`,
      EXIT.notSignedIn,
    );
  return { url: url.value, key: key.value, agent };
}

export function requireProject({ project }: Settings): string {
  if (project === undefined)
    throw new UsageError('No project is named. Run baton init in its folder, use --project ID, or set BATON_PROJECT.');
  if (!isProjectId(project.value))
    throw new UsageError(`${project.by} does not name a project: ${project.value} is not an id.`);
  return project.value.toLowerCase();
}
