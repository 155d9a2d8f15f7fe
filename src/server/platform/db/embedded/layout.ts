import { join } from 'node:path';

/** Paths below the data directory. */
export type Layout = {
  directory: string;
  home: string;
  cluster: string;
  password: string;
  log: string;
  inUse: string;
};

export const draftPrefix = 'postgres.new-';

export function layoutOf(directory: string): Layout {
  return { directory, ...homeLayout(join(directory, 'postgres')) };
}

/**
 * Only `cluster` belongs to the database's user; files the server itself reads and writes lie beside it, out of that
 * user's reach.
 */
export function homeLayout(home: string): Omit<Layout, 'directory'> {
  return {
    home,
    cluster: join(home, 'cluster'),
    password: join(home, 'password'),
    log: join(home, 'postgres.log'),
    inUse: join(home, 'in-use'),
  };
}
