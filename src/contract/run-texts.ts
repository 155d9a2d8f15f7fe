import type { RunSummary } from './timeline.ts';
import { sayDuration } from './report-texts.ts';

const count = (n: number, what: string): string[] => (n === 0 ? [] : [`${n.toLocaleString('en-US')} ${what}`]);

/** "12 done, 1 failed, +1,204 −318, in 3 h 12 min": what came out of a run, wherever it is told. */
export function sayRunSummary(run: RunSummary): string {
  const { insertions, deletions } = run;
  const parts = [
    ...count(run.done, 'done'),
    ...count(run.failed, 'failed'),
    ...count(run.skipped, 'skipped'),
    ...count(run.given_back, 'given back'),
  ];
  const diff = `+${insertions.toLocaleString('en-US')} −${deletions.toLocaleString('en-US')}`;
  return [
    ...(run.is_demo === true ? ['a demonstration'] : []),
    ...(parts.length === 0 ? ['nothing done'] : parts),
    ...(insertions + deletions === 0 ? [] : [diff]),
    `in ${sayDuration(run.seconds)}`,
  ].join(', ');
}
