/** Claims the next piece of work that is due; undefined when nothing is. */
export type Claim = () => Promise<(() => Promise<void>) | undefined>;

export interface DueRunner {
  /** Starts what is due, without waiting for it. */
  ask(): void;
  /** Resolves when nothing is due and nothing is under way. */
  settle(): Promise<void>;
  close(): Promise<void>;
}

/** Runs claimed work concurrently, up to a bound; a finished piece makes place for the next. */
export function runDue(claim: Claim, concurrency: number, onFailure: (error: unknown) => void): DueRunner {
  const active = new Set<Promise<void>>();
  let filling: Promise<void> | undefined;
  let isAsked = false;
  let isClosed = false;

  const fail = (error: unknown) => {
    if (!isClosed) onFailure(error);
  };
  const start = (work: () => Promise<void>) => {
    const done = work()
      .catch(fail)
      .finally(() => {
        active.delete(done);
        ask();
      });
    active.add(done);
  };
  const fill = async () => {
    while (isAsked && !isClosed && active.size < concurrency) {
      isAsked = false;
      const work = await claim();
      if (work === undefined) continue;
      isAsked = true;
      start(work);
    }
  };
  const ask = () => {
    if (isClosed) return;
    isAsked = true;
    filling ??= fill()
      .catch((error: unknown) => {
        isAsked = false;
        fail(error);
      })
      .finally(() => {
        filling = undefined;
        // Asked for after the loop had ended.
        if (isAsked && active.size < concurrency) ask();
      });
  };
  const rest = async () => {
    while (filling !== undefined || active.size > 0) await Promise.all([filling, ...active]);
  };
  return {
    ask,
    settle: () => {
      ask();
      return rest();
    },
    close: () => {
      isClosed = true;
      return rest();
    },
  };
}
