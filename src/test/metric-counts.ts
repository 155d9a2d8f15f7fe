interface Measured {
  get(): Promise<{
    values: { value: number; labels: Partial<Record<string, string | number>>; metricName?: string }[];
  }>;
}

/** A metric's counts by label values; of a histogram, the number of observations. */
export async function metricCounts(metric: Measured): Promise<Record<string, number>> {
  const { values } = await metric.get();
  const counts = values.filter(({ metricName }) => metricName === undefined || !/_(bucket|sum)$/.test(metricName));
  return Object.fromEntries(counts.map(({ labels, value }) => [Object.values(labels).join(' '), value]));
}

/** The increments while something happens. */
export async function countedBy(metric: Measured, happen: () => Promise<unknown>): Promise<Record<string, number>> {
  const before = await metricCounts(metric);
  await happen();
  const grown = Object.entries(await metricCounts(metric)).map(([name, n]) => [name, n - (before[name] ?? 0)] as const);
  return Object.fromEntries(grown.filter(([, n]) => n !== 0));
}
