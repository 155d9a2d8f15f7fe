/** What the tests of a run share: made once, when first asked for. */
export async function askRun<T>(what: 'postgres' | 'server' | 'embedded-server' | 'cli'): Promise<T> {
  // Imported when asked for: vitest refuses to be loaded by anything but itself.
  const { inject } = await import('vitest');
  const answer = await fetch(`${inject('sharedByRun')}/${what}`);
  if (!answer.ok) throw new Error(`${what} could not be made: ${await answer.text()}`);
  return (await answer.json()) as T;
}
