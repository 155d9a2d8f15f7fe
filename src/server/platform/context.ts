import type { EventActor, Id } from '#contract/fields.ts';
import type { Bus } from './bus.ts';
import type { Config } from './config.ts';
import type { DatabaseClient, Tx } from './db/client.ts';
import type { ErrorLog } from './error-log.ts';
import type { Emit } from './emit.ts';
import type { Logger } from './log.ts';
import type { Mailer } from './mail/mail.ts';
import type { Metrics } from './metrics.ts';
import type { Sealer } from './seal.ts';
import type { SettingsReader } from './settings.ts';

/** The key an agent came with. */
export interface AgentKey {
  hash: string;
  /** The plan its owner is on, which decides how often it may call. */
  tier: string;
}

/** The sign-in an agent came with, instead of a key: what somebody allowed one app to do in one project. */
export interface AgentGrant {
  clientId: string;
  scopes: readonly string[];
  tier: string;
}

/** Who is calling. One type for every door, so that a permission is decided in one place. */
export type Actor =
  | { kind: 'anonymous' }
  | { kind: 'user'; userId: Id; sessionId: Id; name: string; isAdmin: boolean }
  | {
      kind: 'agent';
      userId: Id;
      projectId: Id | null;
      name: string;
      key?: AgentKey;
      grant?: AgentGrant;
      /** Tells two windows of one program apart; unguessable, so it also proves which of them calls. */
      session?: string;
      /** The baton that the caller says it holds, as it was given it. */
      token?: string;
    }
  | { kind: 'system'; name: string };

/** What a server process has: one of each, built in app.ts and replaced at the edges in tests. */
export interface Services {
  config: Config;
  database: DatabaseClient;
  db: DatabaseClient['db'];
  bus: Bus;
  log: Logger;
  mail: Mailer;
  metrics: Metrics;
  errorLog: ErrorLog;
  sealer: Sealer;
  settings: SettingsReader;
  now(): Date;
  /** The moment a statement is to take for now; null where the database's own clock is asked, as it is everywhere but in tests. */
  databaseTime(): Date | null;
}

/** What a caller holds. */
export interface Holding {
  taskId: Id;
  /** The name it gave itself at the claim: all it writes is told under that. */
  name: string;
  expiresAt: Date;
}

/** A look-up of the caller that a statement of the call may answer beside its own work. */
export interface LateLookUp {
  /** Nothing was taken from the caller, and this is what it holds. */
  settle(held: Holding | undefined): void;
}

export interface Context extends Services {
  actor: Actor;
  requestId: string;
  /** Address of the caller's machine, as far as configured proxies let us know it. */
  address: string;
  /** True when the request was made on this machine itself, past no proxy. */
  fromLoopback: boolean;
  /** Where a call is still being counted while it runs: nothing of it is committed before it was let in. */
  admitted?: PromiseLike<unknown>;
  /** Where the call was let in at once; then `admitted` looks the caller up, unless a statement has done so. */
  late?: LateLookUp;
  /** Set by tests that hold what the database's own functions decide against the code that decides everything. */
  isLongWay?: true;
  /** Set while use cases run as parts of one larger change. */
  within?: { tx: Tx; emit: Emit; hasCheckpoint: boolean };
}

export function systemContext(services: Services, name: string): Context {
  return { ...services, actor: { kind: 'system', name }, requestId: name, address: '', fromLoopback: true };
}

export function presentActor(actor: Actor): EventActor {
  switch (actor.kind) {
    case 'user':
      return { kind: 'user', id: actor.userId, name: actor.name };
    case 'agent':
      return { kind: 'agent', id: actor.userId, name: actor.name };
    case 'system':
      return { kind: 'system', id: null, name: actor.name };
    case 'anonymous':
      return { kind: 'system', id: null, name: 'visitor' };
  }
}
