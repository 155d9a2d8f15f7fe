/**
 * Runs jobs with a concurrency limit. After a failure no further job starts, and those under way finish, since their
 * results are paid for. Then the first failure is thrown.
 */
export async function runBounded<T, R>(
  atOnce: number,
  items: readonly T[],
  job: (item: T) => Promise<R>,
): Promise<R[]> {
  const results: R[] = [];
  const failures: unknown[] = [];
  const queue = items.entries();
  const work = async () => {
    for (const [place, item] of queue) {
      if (failures.length > 0) return;
      try {
        results[place] = await job(item);
      } catch (error) {
        failures.push(error);
      }
    }
  };
  await Promise.all(Array.from({ length: Math.min(atOnce, items.length) }, work));
  if (failures.length > 0) throw failures[0];
  return results;
}
