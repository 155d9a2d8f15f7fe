import { type DestinationStream, pino } from 'pino';

/** A line of every request is written; each write wakes whoever reads them. */
const GATHER_MS = 50;
const BYTES_MAX = 8_192;
const WARN = 40;

interface Lines extends DestinationStream {
  /** Set by the logger before each line, because of the mark below. */
  lastLevel: number;
}

interface Target {
  write(line: string): unknown;
  /** Writes what waits before it returns; not the kind that waits for the disk as well, or for a reader that is gone. */
  flush(): void;
}

/**
 * Where log lines go: those of requests leave together a moment after the first of them, a warning takes all that waits with
 * it at once, and the end of the process leaves none behind.
 */
export function gatherLines(target: Target = openOutput()): Lines {
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

/** By itself it writes as soon as this much waits. */
const openOutput = (): Target => pino.destination({ dest: 1, minLength: BYTES_MAX, sync: true });
