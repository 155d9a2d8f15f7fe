import type { ProjectNews } from '#contract/news.ts';
import { sayMoment } from '#web/lib/say-moment.ts';

/**
 * The moment from which all of these projects are counted. Each has its own, because each is seen on its own page too; a
 * sum can name a moment only where they are the same, as it is written.
 */
export function commonSince(projects: readonly Pick<ProjectNews, 'since'>[], now: number): string | undefined {
  const [first, ...others] = projects;
  if (!first) return undefined;
  const said = sayMoment(first.since, now);
  return others.every(({ since }) => sayMoment(since, now) === said) ? first.since : undefined;
}
