import { createHash } from 'node:crypto';
import type { Database } from './db/client.ts';
import { errorLogs } from './db/tables/index.ts';
import { newId } from './id.ts';
import type { Logger } from './log.ts';

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

/** Keeps unexpected errors for the administrator. Recording never delays or fails the request that broke. */
export function createErrorLog(db: Database, log: Logger, now: () => Date): ErrorLog {
  let queued = 0;
  let tail: Promise<void> = Promise.resolve();

  const write = async (entry: RecordedError) => {
    const { message, stack } = describe(entry.error);
    await db.insert(errorLogs).values({
      id: newId(),
      level: entry.level,
      category: entry.category,
      message,
      fingerprint: createHash('sha256')
        .update(`${entry.category}\n${message.replaceAll(/[0-9a-f-]{8,}|\d+/g, '#')}`)
        .digest('hex')
        .slice(0, 16),
      requestId: entry.requestId ?? null,
      context: { ...entry.context, ...(stack === undefined ? {} : { stack }) },
      timestamp: now(),
    });
  };

  return {
    record(entry) {
      log.error(
        { err: entry.error, requestId: entry.requestId, category: entry.category, ...entry.context },
        'an error was recorded',
      );
      if (queued >= QUEUE_MAX) return;
      queued += 1;
      tail = tail
        .then(() => write(entry))
        .catch((reason: unknown) => log.error({ err: reason }, 'an error could not be recorded'))
        .finally(() => {
          queued -= 1;
        });
    },
    flush: () => tail,
  };
}

function describe(error: unknown): { message: string; stack: string | undefined } {
  if (!(error instanceof Error)) return { message: clean(String(error)), stack: undefined };
  // A failed statement is wrapped: the reason is the cause, the wrapper's text holds the parameters.
  const root = error.cause instanceof Error ? error.cause : error;
  return { message: clean(root.message || root.name), stack: root.stack === undefined ? undefined : clean(root.stack) };
}

const clean = (text: string) => text.replaceAll('\0', '').toWellFormed().slice(0, 4_000);
