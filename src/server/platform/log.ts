import { type DestinationStream, type Logger, pino } from 'pino';
import { bufferLines } from './log-lines.ts';

export type { Logger };

/** Values under these names are redacted. */
const SECRETS = ['authorization', 'cookie', 'password', 'token', 'apiKey', 'secret'];
/** PostgreSQL's error details contain the whole refused row. */
const ROWS = ['err.detail', 'err.where'];

export function createLogger(level: string, destination: DestinationStream = bufferLines()): Logger {
  const options = {
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label: string) => ({ level: label }) },
    redact: { paths: [...SECRETS.flatMap((name) => [name, `*.${name}`]), ...ROWS], censor: '[secret]' },
  };
  return pino(options, destination);
}
