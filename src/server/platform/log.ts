import { type Logger, pino } from 'pino';

export type { Logger };

/** Whatever reaches a log line under these names is a secret; the paths are those of our own log calls. */
const SECRETS = ['authorization', 'cookie', 'password', 'token', 'apiKey', 'secret'];

export function createLogger(level: string): Logger {
  return pino({
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label) => ({ level: label }) },
    redact: { paths: SECRETS.flatMap((name) => [name, `*.${name}`]), censor: '[secret]' },
  });
}
