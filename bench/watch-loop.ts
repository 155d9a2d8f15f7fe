/** Turns with the event loop; tells the longest turn, in the time this thread was at work: a busy machine does not count. */
export function watchLoop(): { end(): Promise<number> } {
  let isOver = false;
  let longest = 0;
  let last = workedMs();
  const over = Promise.withResolvers<number>();
  const turn = () => {
    const now = workedMs();
    longest = Math.max(longest, now - last);
    last = now;
    // A little pause: a loop that never sleeps would take the core from the threads.
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
