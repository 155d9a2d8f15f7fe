import pg from 'pg';
import type { HostAnswer } from './choose-writer.ts';
import { Connection } from './connection.ts';
import type { DatabaseHost } from './database-hosts.ts';

/** Longer than an answer takes on a busy machine; a host that is gone without a word is found out by it. */
const ANSWERED_WITHIN_MS = 3_000;

/**
 * The timeline is that of the log being written: the one in the control file changes only with the next checkpoint after
 * a promotion.
 */
const STATE = `select pg_is_in_recovery() as recovering, current_setting('transaction_read_only') = 'on' as read_only`;
const IDENTITY = `select (select system_identifier::text from pg_control_system()) as system,
  case when pg_is_in_recovery() then 0
    else ('x' || substr(pg_walfile_name(pg_current_wal_lsn()), 1, 8))::bit(32)::int end as timeline`;
/** SQLSTATEs of a service that does not let its customers ask for these: insufficient privilege, unknown function. */
const NOT_TOLD = new Set(['42501', '42883', '0A000']);

interface State {
  recovering: boolean;
  read_only: boolean;
}
interface Identity {
  system: string;
  timeline: number;
}

/** A connection to one host, kept for asking whether it takes writes. */
export class AskedHost {
  readonly host: DatabaseHost;
  #client: Connection | undefined;
  #asking: Promise<HostAnswer> | undefined;

  constructor(host: DatabaseHost) {
    this.host = host;
  }

  /** Never rejects: a host that does not answer takes no writes. */
  ask(): Promise<HostAnswer> {
    return (this.#asking ??= this.#ask().finally(() => (this.#asking = undefined)));
  }

  close(): void {
    this.#client?.cut();
    this.#client = undefined;
  }

  async #ask(): Promise<HostAnswer> {
    const { name, url } = this.host;
    try {
      this.#client ??= await this.#connect();
      return { name, url, ...(await readHost(this.#client)) };
    } catch (error) {
      this.close();
      return { name, url, refusal: `does not answer (${reasonOf(error)})`, timeline: 0, system: '' };
    }
  }

  async #connect(): Promise<Connection> {
    const client = new Connection({
      connectionString: this.host.url,
      application_name: 'baton watch',
      connectionTimeoutMillis: ANSWERED_WITHIN_MS,
      query_timeout: ANSWERED_WITHIN_MS,
      keepAlive: true,
    });
    // Without a listener the event of a broken connection would end the process.
    client.on('error', () => undefined);
    await client.connect();
    return client;
  }
}

/** What a host says on a connection to it. */
export async function readHost(
  client: Pick<pg.ClientBase, 'query'>,
): Promise<Pick<HostAnswer, 'refusal' | 'timeline' | 'system'>> {
  const { rows: states } = await client.query<State>(STATE);
  const [state] = states;
  if (state?.recovering === true) return { refusal: 'is a standby', timeline: 0, system: '' };
  if (state?.read_only !== false) return { refusal: 'is set to read only', timeline: 0, system: '' };
  const identity = await client.query<Identity>(IDENTITY).then(
    ({ rows }) => rows[0],
    (error: unknown) => {
      if (error instanceof pg.DatabaseError && NOT_TOLD.has(error.code ?? '')) return undefined;
      throw error;
    },
  );
  return { refusal: undefined, timeline: identity?.timeline ?? 0, system: identity?.system ?? '' };
}

function reasonOf(error: unknown): string {
  const first: unknown = error instanceof AggregateError ? error.errors[0] : error;
  return (first instanceof Error ? first.message : String(first)).split('\n', 1)[0] ?? '';
}
