import type { Administrator, KeyCounts } from '#server/auth/index.ts';
import type { Config } from '#server/platform/config.ts';
import type { SystemSettings } from '#server/platform/settings.ts';

/** An address that sent a forwarded header without being trusted. */
export interface Forwarder {
  address: string;
  header: string;
  lastSeen: Date;
}

/** Where the server's secret comes from; the mode is that of its file. */
export type SecretSource =
  | { from: 'environment'; isGuessable: boolean }
  | { from: 'file'; path: string; mode: number }
  | { from: 'unreadable file'; path: string };

/** The connection to the database, as the database itself sees it. */
export interface DatabaseFacts {
  isEncrypted: boolean;
  isSuperuser: boolean;
  /** The major version. */
  version: number;
  /** Null over a unix socket. */
  serverAddress: string | null;
  clientAddress: string | null;
}

export interface ProcessFacts {
  isRoot: boolean;
  /** Where a debugger can attach, if one can. */
  inspectorUrl: string | undefined;
}

/** All that the rules judge: they read nothing themselves. */
export interface Facts {
  now: Date;
  config: Config;
  /** Whether anybody but this machine can reach the server, as configured. */
  isReached: boolean;
  settings: Pick<SystemSettings, 'instanceKind' | 'signUpBy' | 'allowedDomains' | 'privateWebhooks'>;
  forwarders: readonly Forwarder[];
  administrators: readonly Administrator[];
  withoutSecondFactor: number;
  /** Addresses of BATON_ADMIN_EMAILS without an account. */
  unclaimed: readonly string[];
  keys: KeyCounts;
  lastBackup: Date | undefined;
  secret: SecretSource;
  database: DatabaseFacts;
  process: ProcessFacts;
}
