import { homedir } from 'node:os';
import { join } from 'node:path';

export interface GivenBaton {
  number: number;
  token: string;
  /** Undefined: of whichever project is used. */
  project: string | undefined;
  agent: string | undefined;
}

export interface Environment {
  url: string | undefined;
  apiKey: string | undefined;
  project: string | undefined;
  agent: string | undefined;
  /** The baton that a run gave to this process: it needs no claim, and is not stored. */
  given: GivenBaton | undefined;
  home: string;
  /** PATH. */
  path: string;
  /** The user's configuration. */
  configFolder: string;
  /** State that this program stores for itself. */
  stateFolder: string;
}

/** The only place where environment variables are read. An empty one counts as unset. */
export function readEnvironment(): Environment {
  const read = (name: string) => {
    const value = process.env[name]?.trim();
    return value === '' ? undefined : value;
  };
  const [project, agent] = [read('BATON_PROJECT'), read('BATON_AGENT')];
  const home = read('HOME') ?? homedir();
  return {
    url: read('BATON_URL'),
    apiKey: read('BATON_API_KEY'),
    project,
    agent,
    given: readGiven(read('BATON_TASK'), read('BATON_TOKEN'), { project, agent }),
    home,
    path: read('PATH') ?? '',
    configFolder: join(read('XDG_CONFIG_HOME') ?? join(home, '.config'), 'baton'),
    stateFolder: join(read('XDG_STATE_HOME') ?? join(home, '.local/state'), 'baton'),
  };
}

/** Both are needed: a token alone does not say what it is for. */
function readGiven(
  task: string | undefined,
  token: string | undefined,
  of: Pick<GivenBaton, 'project' | 'agent'>,
): GivenBaton | undefined {
  const [, number] = /^[tT#]?(\d{1,9})$/.exec(task ?? '') ?? [];
  return number === undefined || token === undefined ? undefined : { number: Number(number), token, ...of };
}

/** Whether the person wants no colours: NO_COLOR, or a terminal that knows none. */
export const wantsNoColour = (): boolean => (process.env['NO_COLOR'] ?? '') !== '' || process.env['TERM'] === 'dumb';

/** What tells git which repository it works on; a process that a hook of git started has inherited it. */
const OF_ONE_REPOSITORY = new Set([
  'GIT_ALTERNATE_OBJECT_DIRECTORIES',
  'GIT_COMMON_DIR',
  'GIT_CONFIG',
  'GIT_CONFIG_PARAMETERS',
  'GIT_DIR',
  'GIT_GLOB_PATHSPECS',
  'GIT_GRAFT_FILE',
  'GIT_ICASE_PATHSPECS',
  'GIT_IMPLICIT_WORK_TREE',
  'GIT_INDEX_FILE',
  'GIT_INTERNAL_SUPER_PREFIX',
  'GIT_LITERAL_PATHSPECS',
  'GIT_NAMESPACE',
  'GIT_NOGLOB_PATHSPECS',
  'GIT_NO_REPLACE_OBJECTS',
  'GIT_OBJECT_DIRECTORY',
  'GIT_PREFIX',
  'GIT_QUARANTINE_PATH',
  'GIT_REPLACE_REF_BASE',
  'GIT_SHALLOW_FILE',
  'GIT_WORK_TREE',
]);

/** The environment for programs that are started in a working tree of their own. */
export function inheritedEnvironment(): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !OF_ONE_REPOSITORY.has(name)));
}
