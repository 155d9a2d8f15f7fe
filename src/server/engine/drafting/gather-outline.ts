import type { SettableRole } from '#contract/requirement.ts';
import type { OutlineAnswer } from './answers.ts';
import { cleanLine, cleanText } from './clean-text.ts';
import { type Range, readRanges } from './read-ranges.ts';

export interface OutlineTask {
  number: number;
  list: number;
  title: string;
  ranges: Range[];
  after: number[];
  isDone: boolean;
  isLater: boolean;
}

/** Lists, tasks and role corrections by number, without dangling references. */
export interface Outline {
  lists: { number: number; name: string; goal: string }[];
  tasks: OutlineTask[];
  roles: { range: Range; role: SettableRole }[];
}

/** Shorter than the plan's own limits, which leaves room for what is added. */
const TITLE_MAX = 200;
const NAME_MAX = 120;
const GOAL_MAX = 2_000;
const AFTER_MAX = 12;
const ROLES_MAX = 500;

interface Frame {
  lastLine: number;
  /** Name of the list for tasks without one. */
  title: string;
}

/** Adds an answer to the outline. Its numbers refer to itself first, then to the outline so far. */
export function gatherOutline(outline: Outline, answer: OutlineAnswer, { lastLine, title }: Frame): Outline {
  const lists = [...outline.lists];
  const listOf = new Map(lists.map(({ number }) => [number, number]));
  const listNamed = (name: string, goal: string): number => {
    const found = lists.find((list) => list.name.toLowerCase() === name.toLowerCase());
    if (found !== undefined) return found.number;
    lists.push({ number: lists.length + 1, name, goal });
    return lists.length;
  };
  for (const { list, name, goal } of answer.lists)
    listOf.set(list, listNamed(cleanLine(name, NAME_MAX) || title, cleanText(goal, GOAL_MAX)));

  const named = answer.tasks.filter((task) => cleanLine(task.title, TITLE_MAX) !== '');
  const taskOf = new Map(outline.tasks.map(({ number }) => [number, number]));
  for (const [place, { task }] of named.entries()) taskOf.set(task, outline.tasks.length + place + 1);
  const tasks = named.map((task, place): OutlineTask => ({
    number: outline.tasks.length + place + 1,
    list: listOf.get(task.list) ?? lists.at(-1)?.number ?? listNamed(title, ''),
    title: cleanLine(task.title, TITLE_MAX),
    ranges: readRanges(task.lines, lastLine),
    after: [...new Set(task.after.slice(0, AFTER_MAX).flatMap((number) => taskOf.get(number) ?? []))],
    isDone: task.done,
    isLater: task.later,
  }));
  const more = Map.groupBy(answer.more, ({ task }) => taskOf.get(task));
  const all = [...outline.tasks, ...tasks].map((task) => ({
    ...task,
    ranges: [...task.ranges, ...(more.get(task.number) ?? []).flatMap(({ lines }) => readRanges(lines, lastLine))],
  }));
  const roles = answer.corrections.flatMap(({ lines, role }) =>
    readRanges(lines, lastLine).map((range) => ({ range, role })),
  );
  return { lists, tasks: all, roles: [...outline.roles, ...roles].slice(0, ROLES_MAX) };
}
