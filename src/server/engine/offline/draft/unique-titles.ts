import { TITLE_LENGTH, fitTitle } from '../titles/fit-title.ts';
import { cleanHeading } from './build-sections.ts';
import type { WorkTask } from './work.ts';

/** No two tasks share a title: the section tells them apart, then more of their own text, and a number only at the end. */
export function uniqueTitles(tasks: readonly WorkTask[]): void {
  const uses = new Map<string, number>();
  for (const { title } of tasks) uses.set(fold(title), (uses.get(fold(title)) ?? 0) + 1);
  const taken = new Set<string>();
  for (const task of tasks) {
    const isShared = (uses.get(fold(task.title)) ?? 0) > 1;
    if (isShared || taken.has(fold(task.title))) task.title = tellApart(task, taken, uses);
    taken.add(fold(task.title));
  }
}

function tellApart(task: WorkTask, taken: ReadonlySet<string>, uses: Map<string, number>): string {
  const isFree = (title: string) => !taken.has(fold(title)) && !uses.has(fold(title));
  const headings = task.path.filter((name) => !name.startsWith('#')).map(cleanHeading);
  for (const heading of headings.toReversed()) {
    const title = withSuffix(task.title, `(${fitTitle(heading, 30)})`);
    if (isFree(title)) return title;
  }
  const detail = (task.part ?? task.requirements[0]?.text ?? '').replace(/\s+/gu, ' ').trim();
  const words = detail.split(' ');
  for (const from of [4, 8, 12]) {
    const title = withSuffix(task.title, `(${fitTitle(words.slice(from).join(' '), 34)})`);
    if (words.length > from && isFree(title)) return title;
  }
  const line = task.requirements[0]?.start_line;
  const lined = withSuffix(task.title, `(line ${line ?? 0})`);
  if (line !== undefined && isFree(lined)) return lined;
  // The counter goes on from where the last one of this title stopped: a thousand equal lines stay a linear job.
  const base = `#${fold(task.title)}`;
  for (let number = (uses.get(base) ?? 1) + 1; ; number += 1) {
    const title = withSuffix(task.title, `(${number})`);
    if (!isFree(title)) continue;
    uses.set(base, number);
    return title;
  }
}

const withSuffix = (title: string, suffix: string): string =>
  `${fitTitle(title, TITLE_LENGTH - suffix.length - 1)} ${suffix}`;

/** As people compare titles; the Turkish i is nobody's problem here. */
const fold = (title: string): string => title.toLowerCase();
