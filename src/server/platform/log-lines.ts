import { type DestinationStream, pino } from 'pino';

/** Every request writes a line, and each write wakes the reader of the log. */
const GATHER_MS = 50;
const BYTES_MAX = 8_192;
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
        if (isFirst) process.once('exit', flush);
        isFirst = false;
        target.write(line);
        if (this.lastLevel >= WARN) flush();
        else timer ??= setTimeout(flush, GATHER_MS).unref();
      },
    },
    { [pino.symbols.needsMetadataGsym]: true },
  );
}

/** Writes by itself when the buffer has reached this size. */
const openOutput = (): Target => pino.destination({ dest: 1, minLength: BYTES_MAX, sync: true });
