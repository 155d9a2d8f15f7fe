import { type DestinationStream, type Logger, pino } from 'pino';
import { gatherLines } from './log-lines.ts';

export type { Logger };

/** Whatever reaches a log line under these names is a secret; the paths are those of our own log calls. */
const SECRETS = ['authorization', 'cookie', 'password', 'token', 'apiKey', 'secret'];
/** Where the database says which row it refused, it says the whole of it. */
const ROWS = ['err.detail', 'err.where'];

export function createLogger(level: string, destination: DestinationStream = gatherLines()): Logger {
  const options = {
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label: string) => ({ level: label }) },
    redact: { paths: [...SECRETS.flatMap((name) => [name, `*.${name}`]), ...ROWS], censor: '[secret]' },
  };
  return pino(options, destination);
}
