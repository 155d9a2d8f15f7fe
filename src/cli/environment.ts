import { homedir } from 'node:os';
import { join } from 'node:path';

export interface Environment {
  url: string | undefined;
  apiKey: string | undefined;
  project: string | undefined;
  agent: string | undefined;
  home: string;
  /** Where programs are looked for. */
  path: string;
  /** Where what the user has said is kept. */
  configFolder: string;
  /** Where what this program remembers for itself is kept. */
  stateFolder: string;
}

/** The only place where variables are read. An empty one is one that is not set. */
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
