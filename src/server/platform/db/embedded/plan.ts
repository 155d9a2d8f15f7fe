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
  /** The socket directory that pools already point to, when the database is started again under them. */
  socketDirectory?: string;
};

/** A database that answers, and this server's hold on it. */
export type Held = { connection: Connection; presence: Presence; pid: number; adopted: boolean };

/** Something that usually passes within seconds: a server that is starting or dying, a lock that lingers. */
export type Obstacle = { obstacle: string };
