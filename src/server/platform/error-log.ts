import { createHash } from 'node:crypto';
import type pg from 'pg';
import { newId } from './id.ts';
import type { Logger } from './log.ts';
import { createRowAllowance } from './row-allowance.ts';

export type ErrorCategory = 'database' | 'auth' | 'service' | 'api';

export interface RecordedError {
  level: 'error' | 'critical';
  category: ErrorCategory;
  error: unknown;
  requestId?: string;
  context?: Record<string, unknown>;
}

export interface ErrorLog {
  record(entry: RecordedError): void;
  flush(): Promise<void>;
}

const QUEUE_MAX = 500;

/**
 * Upserts the group and inserts the occurrence in one statement. A group has the id of its first occurrence; a resolved
 * one is reopened.
 */
const RECORD = `
  with grouped as (
    insert into error_groups as g (id, fingerprint, level, category, message, seen, first_seen, last_seen, request_id, context)
    values ($1, $2, $3, $4, $5, $9, $8, $8, $6, $7)
    on conflict (fingerprint) do update set
      seen = g.seen + excluded.seen, message = excluded.message, last_seen = greatest(g.last_seen, excluded.last_seen),
      request_id = excluded.request_id, context = excluded.context, resolved = false, resolved_by = null, resolved_at = null
    returning id
  )
  insert into error_logs (id, group_id, level, category, message, request_id, context, timestamp)
  select $1, id, $3, $4, $5, $6, $7, $8 from grouped where $10`;

interface Waiting {
  /** The last occurrence; earlier ones are only counted. */
  entry: RecordedError;
  times: number;
}

/**
 * Records and counts unexpected errors for the administrator. In the background: it never delays or fails the request.
 */
export function createErrorLog(
  pool: pg.Pool,
  log: Logger,
  now: () => Date,
  counter?: { inc(labels: { category: ErrorCategory }): void },
): ErrorLog {
  const counted = new Map<string, Waiting>();
  // One row per occurrence, up to a rate limit per group and minute; beyond that they are only counted.
  const needsRow = createRowAllowance(now);
  let queued = 0;
  let tail: Promise<void> = Promise.resolve();

  const write = async (fingerprint: string, { entry, times }: Waiting, hasRow: boolean) => {
    const { message, stack } = describe(entry.error);
    const context = { ...entry.context, ...(stack === undefined ? {} : { stack }) };
    await pool.query(RECORD, [
      newId(),
      fingerprint,
      entry.level,
      entry.category,
      message,
      entry.requestId ?? null,
      JSON.stringify(context, cleanValue),
      now(),
      times,
      hasRow,
    ]);
  };

  const enqueue = (work: () => Promise<void>) => {
    queued += 1;
    tail = tail
      .then(work)
      .catch((reason: unknown) => log.error({ err: reason }, 'an error could not be recorded'))
      .finally(() => {
        queued -= 1;
      });
  };

  return {
    record(entry) {
      log.error(
        { err: entry.error, requestId: entry.requestId, category: entry.category, ...entry.context },
        'an error was recorded',
      );
      counter?.inc({ category: entry.category });
      const fingerprint = fingerprintOf(entry);
      const waiting = counted.get(fingerprint);
      if (waiting !== undefined) {
        waiting.times += 1;
        waiting.entry = entry;
      } else if (queued < QUEUE_MAX) {
        const next = { entry, times: 1 };
        if (needsRow(fingerprint)) return enqueue(() => write(fingerprint, next, true));
        counted.set(fingerprint, next);
        enqueue(() => {
          counted.delete(fingerprint);
          return write(fingerprint, next, false);
        });
      }
    },
    flush: () => tail,
  };
}

/** Numbers and ids vary between occurrences and are masked, so that the same error has the same fingerprint. */
function fingerprintOf({ level, category, error }: RecordedError): string {
  const words = describe(error).message.replaceAll(/[0-9a-f-]{8,}|\d+/g, '#');
  return createHash('sha256').update(`${level}\n${category}\n${words}`).digest('hex').slice(0, 16);
}

function describe(error: unknown): { message: string; stack: string | undefined } {
  if (!(error instanceof Error)) return { message: clean(String(error)), stack: undefined };
  // Drizzle wraps a failed statement: the reason is the cause, and the wrapper's message contains the parameters.
  const root = error.cause instanceof Error ? error.cause : error;
  return { message: clean(root.message || root.name), stack: root.stack === undefined ? undefined : clean(root.stack) };
}

/** Truncated before `toWellFormed`: a lone surrogate cannot be stored. */
const clean = (text: string) => text.replaceAll('\0', '').slice(0, 4_000).toWellFormed();
const cleanValue = (_key: string, value: unknown) => (typeof value === 'string' ? clean(value) : value);
