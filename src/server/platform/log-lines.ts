import { type DestinationStream, pino } from 'pino';
import { guarded, setTimeout } from './guard.ts';

/** Every request writes a line, and each write wakes the reader of the log. */
const GATHER_MS = 50;
const BYTES_MAX = 8_192;
const WAITING_BYTES_MAX = 1_048_576;
const WARN = 40;

interface Lines extends DestinationStream {
  /** Set by pino before each line, because of the symbol below. */
  lastLevel: number;
}

interface Target {
  write(line: string): unknown;
  /** Flushes synchronously, without fsync. */
  flush(): void;
}

/** Buffers log lines and writes them in batches; a warning flushes at once, and so does the exit of the process. */
export function bufferLines(target: Target = openOutput()): Lines {
  let timer: NodeJS.Timeout | undefined;
  let isFirst = true;
  const flush = () => {
    clearTimeout(timer);
    timer = undefined;
    target.flush();
  };
  return Object.assign<Lines, { [mark: symbol]: true }>(
    {
      lastLevel: 0,
      write(line) {
        if (isFirst) process.once('exit', guarded(flush));
        isFirst = false;
        target.write(line);
        if (this.lastLevel >= WARN) flush();
        else timer ??= setTimeout(flush, GATHER_MS).unref();
      },
    },
    { [pino.symbols.needsMetadataGsym]: true },
  );
}

/**
 * Writes by itself when the buffer has reached its size. A full disk ends nothing: lines are kept for the next write, up to
 * a limit, and dropped beyond it.
 */
export const openOutput = (dest = 1): Target =>
  pino
    .destination({ dest, minLength: BYTES_MAX, maxLength: WAITING_BYTES_MAX, sync: true })
    .on('error', () => undefined);
