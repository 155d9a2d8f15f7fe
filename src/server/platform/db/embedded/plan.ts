import type { Binaries } from './binaries.ts';
import type { Connection } from './connection.ts';
import type { Layout } from './layout.ts';
import type { Presence } from './presence.ts';
import type { DatabaseUser } from './run-as.ts';
import type { Settings } from './settings.ts';

export type Plan = {
  binaries: Binaries;
  layout: Layout;
  user: DatabaseUser | undefined;
  settings: Settings;
  report: (line: string) => void;
  /** The socket directory that pools already use, when the database is restarted under them. */
  socketDirectory?: string;
};

/** A running database, and this server's connection that marks it as in use. */
export type Held = { connection: Connection; presence: Presence; pid: number; adopted: boolean };

/** A condition that usually passes within seconds: a server that starts or ends, a lock that lingers. */
export type Obstacle = { obstacle: string };
