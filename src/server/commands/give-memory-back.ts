interface Settings {
  everyMs: number;
  /** Milliseconds of CPU that all threads have used so far. */
  cpuMs(): number;
  residentBytes(): number;
  /** Collects everything and gives the room back to the system; takes a tenth of a second or more. */
  collect(): void;
}

/** Below this share of a core nobody is being served: a pause is noticed by no one. */
const IDLE_SHARE = 0.05;
/** What a moment's traffic leaves behind is not worth a pause. */
const WORTH_BYTES = 4 * 1024 * 1024;
/** How many looks are skipped at most after pauses that brought nothing. */
const SKIPPED_MAX = 30;

/**
 * The engine keeps the room that large work took (an import, an export, a plan) for as long as it pleases. When the
 * server has been idle for a while and holds more than it has to, it is made to give that room back.
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
    // An idle connection still holds on to its last answer, so that it is tried again, each time later; or so much is needed.
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
    // There where Node was started so, as `npm start` and `baton serve` do.
    collect: () => globalThis.gc?.({ type: 'major', flavor: 'last-resort', execution: 'sync' }),
  };
}
