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
const WORTH_BYTES = 8 * 1024 * 1024;

/**
 * The engine keeps the room that large work took (an import, an export, a plan) for as long as it pleases. When the
 * server has been idle for a while and holds more than after the last time, it is made to give that room back.
 */
export function giveMemoryBack(given: Partial<Settings> = {}): () => void {
  const settings = { ...defaults(), ...given };
  const { everyMs, cpuMs, residentBytes, collect } = settings;
  let usedBefore = cpuMs();
  let leastBytes = 0;
  const look = () => {
    const used = cpuMs() - usedBefore;
    usedBefore = cpuMs();
    if (used > everyMs * IDLE_SHARE || residentBytes() < leastBytes + WORTH_BYTES) return;
    collect();
    leastBytes = residentBytes();
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
