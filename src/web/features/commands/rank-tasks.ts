import type { Task } from '#contract/task.ts';
import { wordsOf } from './mark-hits.ts';

const NUMBER = 10_000;
const WHOLE_TITLE = 1_000;
const TITLE_START = 100;
const WORD_START = 40;
const INSIDE = 10;
/** Finished tasks rank lower. */
const DONE = -5;

const titles = new WeakMap<ReadonlyMap<string, Task>, readonly string[]>();

/** Memoized per plan: titles are lowercased once, not on every keystroke. */
function titlesOf(tasks: ReadonlyMap<string, Task>): readonly string[] {
  const known = titles.get(tasks);
  if (known) return known;
  const made = [...tasks.values()].map((task) => task.title.toLowerCase());
  titles.set(tasks, made);
  return made;
}

/** Tasks with all the words in their title, or with the number typed; best first. */
export function rankTasks(tasks: ReadonlyMap<string, Task>, query: string, limit: number): Task[] {
  const words = wordsOf(query);
  if (words.length === 0) return [];
  const number = /^[t#]?(\d+)$/.exec(words.join(' '))?.[1];
  const lower = titlesOf(tasks);
  const found: { task: Task; score: number }[] = [];
  let i = 0;
  for (const task of tasks.values()) {
    const score = Math.max(scoreTitle(lower[i] ?? '', words), number === undefined ? 0 : scoreNumber(task, number));
    if (score > 0) found.push({ task, score: score + (task.status === 'done' ? DONE : 0) });
    i += 1;
  }
  return found
    .toSorted((a, b) => b.score - a.score || a.task.title.length - b.task.title.length || a.task.number - b.task.number)
    .slice(0, limit)
    .map(({ task }) => task);
}

function scoreNumber(task: Task, typed: string) {
  const number = String(task.number);
  if (number === typed) return NUMBER;
  return number.startsWith(typed) ? TITLE_START / number.length : 0;
}

/** 0 unless every word is in the title. */
function scoreTitle(title: string, words: readonly string[]) {
  let score = title === words.join(' ') ? WHOLE_TITLE : 0;
  for (const word of words) {
    const at = title.indexOf(word);
    if (at < 0) return 0;
    score += at === 0 ? TITLE_START : startsWord(title, word) ? WORD_START : INSIDE;
  }
  return score;
}

function startsWord(title: string, word: string) {
  for (let at = title.indexOf(word); at >= 0; at = title.indexOf(word, at + 1))
    if (/[^\p{L}\p{N}]/u.test(title.charAt(at - 1))) return true;
  return false;
}
