import type { Task, TaskList } from '#contract/task.ts';

/** Tasks whose number or title contains all words; an exact number match comes first. */
export function matchTasks(tasks: readonly Task[], query: string, without: ReadonlySet<string>, limit: number): Task[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  const number = /^t?(\d+)$/.exec(query.trim().toLowerCase())?.[1];
  const exact = tasks.find((task) => number !== undefined && task.number === Number(number) && !without.has(task.id));
  const found: Task[] = exact ? [exact] : [];
  for (const task of tasks) {
    if (found.length >= limit) break;
    if (task === exact || without.has(task.id)) continue;
    const text = `t${task.number} ${task.title.toLowerCase()}`;
    if (words.every((word) => text.includes(word))) found.push(task);
  }
  return found;
}

/** Lists whose name contains all words. */
export function matchLists(lists: readonly TaskList[], query: string, limit: number): TaskList[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  return lists.filter(({ name }) => words.every((word) => name.toLowerCase().includes(word))).slice(0, limit);
}
