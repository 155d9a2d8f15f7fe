import { homedir } from 'node:os';
import { join } from 'node:path';

export interface Environment {
  url: string | undefined;
  apiKey: string | undefined;
  project: string | undefined;
  agent: string | undefined;
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
  const home = read('HOME') ?? homedir();
  return {
    url: read('BATON_URL'),
    apiKey: read('BATON_API_KEY'),
    project: read('BATON_PROJECT'),
    agent: read('BATON_AGENT'),
    home,
    path: read('PATH') ?? '',
    configFolder: join(read('XDG_CONFIG_HOME') ?? join(home, '.config'), 'baton'),
    stateFolder: join(read('XDG_STATE_HOME') ?? join(home, '.local/state'), 'baton'),
  };
}
