/** Ctrl+C asks to finish, and again to stop; everything else that ends a program stops at once. */
export function listenToSignals({ interrupt, end }: { interrupt(): void; end(): void }): { close(): void } {
  const listeners = [
    ['SIGINT', interrupt],
    ['SIGTERM', end],
    ['SIGHUP', end],
  ] as const;
  for (const [signal, listener] of listeners) process.on(signal, listener);
  return {
    close() {
      for (const [signal, listener] of listeners) process.off(signal, listener);
    },
  };
}
