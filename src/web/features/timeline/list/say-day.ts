import type { TimelineDay } from '#contract/timeline.ts';

const part = (count: number, one: string, many = one) =>
  count === 0 ? [] : [`${count.toLocaleString('en-US')} ${count === 1 ? one : many}`];

/** "8 done · 3 handovers · 1 blocked · 1 asked"; what there was none of is left out. */
export function sayDay({ entries, done, handovers, blocked, asked, answered }: TimelineDay): string {
  const parts = [
    ...part(done, 'done'),
    ...part(handovers, 'handover', 'handovers'),
    ...part(blocked, 'blocked'),
    ...part(asked, 'asked'),
    ...part(answered, 'answered'),
  ];
  return parts.length === 0 ? part(entries, 'event', 'events').join('') : parts.join(' · ');
}
