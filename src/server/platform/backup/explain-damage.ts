import { ZodError } from 'zod';
import { StartError } from '../start-error.ts';

/** How far a backup was read, for the error message about a damaged file. */
export interface ReadSoFar {
  line: number;
  /** The table being restored; undefined before the first. */
  table: string | undefined;
  /** Whether the first line was a valid header. */
  isBackup: boolean;
}

const NOTHING = 'Nothing was restored.';

export const notABackup = () =>
  new StartError(`This file is not a Baton backup, or its beginning is damaged. ${NOTHING}`);

export const cutOff = (at: ReadSoFar) =>
  new StartError(
    `The backup is cut off: its end is missing, after ${placeOf(at)}. ${NOTHING} Take another copy of it.`,
  );

export const damaged = (at: ReadSoFar, why: string) =>
  new StartError(`The backup is damaged: ${why}, at ${placeOf(at)}. ${NOTHING} Take another copy of it.`);

const placeOf = ({ line, table }: ReadSoFar): string =>
  `line ${line.toLocaleString('en-US')}${table === undefined ? '' : ` in table ${table}`}`;

/**
 * Turns errors of gunzip, the parser and the database into a message about a damaged or foreign file; others pass
 * through.
 */
export function explainDamage(error: unknown, at: ReadSoFar): unknown {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  const isDamage = error instanceof SyntaxError || error instanceof ZodError || /^(Z_|22|23|42)/.test(code);
  if (!isDamage) return error;
  if (!at.isBackup) return notABackup();
  if (code === 'Z_BUF_ERROR') return cutOff(at);
  if (code.startsWith('Z_')) return damaged(at, 'its bytes are not those that were written');
  if (error instanceof SyntaxError || error instanceof ZodError) return damaged(at, 'a line cannot be read');
  return damaged(at, 'rows do not fit the tables');
}
