import type { Extraction } from '#contract/requirement.ts';
import { contentWords } from './content-words.ts';
import type { Layout } from './lay-out-tasks.ts';
import type { WorkTask } from './work.ts';
import type { BriefSources } from './write-brief.ts';

const CONSTRAINTS = 500;

/** Indexes a plan for its briefs, so that a brief costs what it says and not what the plan holds. */
export function gatherSources({ lists, tasks }: Layout, extraction: Extraction): BriefSources {
  const byKey = new Map(tasks.map((task) => [task.key, task]));
  const byList = Map.groupBy(tasks, ({ list }) => list);
  const waiting = new Map<string, string[]>();
  for (const { key, dependsOn } of tasks)
    for (const target of dependsOn) {
      const found = waiting.get(target);
      if (found === undefined) waiting.set(target, [key]);
      else found.push(key);
    }
  const below = new Map<string, WorkTask[]>(lists.map(({ key }) => [key, []]));
  const parentOf = new Map(lists.map(({ key, parent }) => [key, parent]));
  for (const task of tasks) {
    if (task.isParent) continue;
    for (let list: string | undefined = task.list; list !== undefined;) {
      below.get(list)?.push(task);
      const parent: string | null | undefined = parentOf.get(list);
      list = parent === null || parent === undefined ? undefined : byKey.get(parent)?.list;
    }
  }
  const words = new Map<WorkTask, ReadonlyMap<string, string>>();
  const wordsOf = (task: WorkTask) => {
    const found = words.get(task) ?? contentWords(task.requirements.map(({ text }) => text).join(' '));
    words.set(task, found);
    return found;
  };
  return {
    wordsOf,
    extraction,
    byKey,
    byList,
    below,
    waiting,
    listName: new Map(lists.map(({ key, name }) => [key, name])),
    constraintWords: extraction.constraints
      .slice(0, CONSTRAINTS)
      .map((constraint) => ({ constraint, words: contentWords(constraint.text) })),
  };
}
