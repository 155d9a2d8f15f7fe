/** Measures the longest turn of the event loop in CPU time of this thread, which is independent of other load. */
export function watchLoop(): { end(): Promise<number> } {
  let isOver = false;
  let longest = 0;
  let last = workedMs();
  const over = Promise.withResolvers<number>();
  const turn = () => {
    const now = workedMs();
    longest = Math.max(longest, now - last);
    last = now;
    // A short pause: a busy loop would take the core from the worker threads.
    if (isOver) over.resolve(longest);
    else setTimeout(turn, 1);
  };
  turn();
  return {
    end() {
      isOver = true;
      return over.promise;
    },
  };
}

function workedMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
}
