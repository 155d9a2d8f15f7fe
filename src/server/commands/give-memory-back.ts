import { setInterval } from '#server/platform/guard.ts';

interface Settings {
  everyMs: number;
  /** CPU milliseconds of all threads so far. */
  cpuMs(): number;
  residentBytes(): number;
  /** Full garbage collection that returns memory to the system; blocks for a tenth of a second or more. */
  collect(): void;
}

/** Below this share of a core the server counts as idle, so that a pause delays no request. */
const IDLE_SHARE = 0.05;
/** Less growth than this is not worth a pause. */
const WORTH_BYTES = 4 * 1024 * 1024;
/** Upper bound of the backoff after collections that freed nothing. */
const SKIPPED_MAX = 30;

/**
 * V8 keeps the memory that large work used (an import, an export, a plan). When the server has been idle for a while
 * and its resident size has grown, a garbage collection is forced to return it to the system.
 */
export function giveMemoryBack(given: Partial<Settings> = {}): () => void {
  const settings = { ...defaults(), ...given };
  const { everyMs, cpuMs, residentBytes, collect } = settings;
  let usedBefore = cpuMs();
  let leastBytes = 0;
  let toSkip = 0;
  let skipNext = 1;
  const look = () => {
    const used = cpuMs() - usedBefore;
    usedBefore = cpuMs();
    const held = residentBytes();
    if (used > everyMs * IDLE_SHARE || held < leastBytes + WORTH_BYTES || toSkip-- > 0) return;
    collect();
    const left = residentBytes();
    const isWorth = left <= held - WORTH_BYTES;
    // Backoff: either an idle keep-alive connection still references its last response, so it is worth trying again
    // later, or the memory is really needed.
    skipNext = isWorth ? 1 : Math.min(skipNext * 2, SKIPPED_MAX);
    toSkip = isWorth ? 0 : skipNext;
    leastBytes = leastBytes === 0 ? left : Math.min(leastBytes, left);
    usedBefore = cpuMs();
  };
  const clock = setInterval(look, everyMs).unref();
  return () => clearInterval(clock);
}

function defaults(): Settings {
  return {
    everyMs: 10_000,
    cpuMs() {
      const { user, system } = process.cpuUsage();
      return (user + system) / 1_000;
    },
    residentBytes: () => process.memoryUsage.rss(),
    // Defined only with --expose-gc, as `npm start` and `baton serve` start Node.
    collect: () => globalThis.gc?.({ type: 'major', flavor: 'last-resort', execution: 'sync' }),
  };
}
