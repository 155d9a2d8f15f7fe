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

/** The API key of an agent. */
export interface AgentKey {
  hash: string;
  /** Its owner's tier, which determines the rate limit. */
  tier: string;
  id: Id;
  name: string;
  readOnly: boolean;
  /** The only project it works in. */
  boundTo: Id | null;
  expiresAt: Date | null;
}

/** The OAuth grant of an agent: what a person allowed one app to do in one project. */
export interface AgentGrant {
  clientId: string;
  scopes: readonly string[];
  tier: string;
}

/** The authenticated caller. One type for REST, MCP and command line, so that authorization is decided in one place. */
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
      /** Distinguishes two windows of one program; random, so it also proves which of them calls. */
      session?: string;
      /** The baton token that the caller sent. */
      token?: string;
    }
  | { kind: 'system'; name: string };

/** The services of a server process: one of each, built in app.ts and replaced by fakes in tests. */
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
  /**
   * The time a statement uses as now; null where it uses the database's own clock, which is everywhere but in tests.
   */
  databaseTime(): Date | null;
}

/** The baton a caller holds. */
export interface Holding {
  taskId: Id;
  /** The name given at the claim; everything the holder writes is attributed to it. */
  name: string;
  expiresAt: Date;
}

/** A look-up of the caller that a statement of the call may answer along with its own work. */
export interface LateLookUp {
  /** Nothing was lost, and this is what the caller holds. */
  settle(held: Holding | undefined): void;
}

export interface Context extends Services {
  actor: Actor;
  requestId: string;
  /** The client's IP address, as far as trusted proxies tell it. */
  address: string;
  /** True for a direct request from this machine, not through a proxy. */
  fromLoopback: boolean;
  /** Set while the rate limiter is still counting the call: nothing commits before it resolves. */
  admitted?: PromiseLike<unknown>;
  /**
   * Set where the call was admitted synchronously; `admitted` then does the look-up, unless a statement has done it.
   */
  late?: LateLookUp;
  /** Set by tests that compare the database functions of the fast path with the general code. */
  isGeneralPath?: true;
  /** Set while use cases run inside one larger transaction. */
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
