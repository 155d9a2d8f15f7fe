import type { DraftTask } from '#contract/plan-draft.ts';
import type { Facts } from './gather-facts.ts';
import { sameText } from './plain-text.ts';
import type { ExpectedTask, Labels } from './read-labels.ts';

export interface TaskScore {
  expected: number;
  found: number;
  missing: string[];
  /** Found, but planned as open where the document says done, or put off where it does not, or the other way round. */
  wrongState: string[];
  /** Pairs of expected tasks that are in the plan, and how many of these stand in the expected order. */
  pairs: number;
  inOrder: number;
  /** null where the labels name no first task. */
  firstRight: boolean | null;
  firstOpen: string | null;
  /** null where the labels do not count lists. */
  listsRight: boolean | null;
  /** Whether the planner warns where it must; null where the labels do not ask for it. */
  outlineRight: boolean | null;
}

const isOpen = ({ done, parked, is_enabler }: DraftTask) => !done && !parked && !is_enabler;

/** Compares the plan with the tasks a person expects. null without labels. */
export function scoreTasks(facts: Facts): TaskScore | null {
  const { labels } = facts.document;
  if (labels === null) return null;
  const matches = labels.tasks.map((task) => ({ task, match: findMatch(facts, task) }));
  const found = matches.flatMap(({ task, match }) => (match === null ? [] : [{ task, match }]));
  const pairs = found.flatMap(({ match }, i) => found.slice(i + 1).map((later) => [match, later.match] as const));
  const place = (task: DraftTask) => facts.draft.tasks.indexOf(task);
  const firstOpen = facts.leaves.find(isOpen) ?? null;
  return {
    expected: matches.length,
    found: found.length,
    missing: matches.flatMap(({ task, match }) => (match === null ? [task.title] : [])),
    wrongState: found
      .filter(({ task, match }) => task.done !== match.done || (!task.done && task.later !== match.parked))
      .map(({ task }) => task.title),
    pairs: pairs.length,
    inOrder: pairs.filter(([a, b]) => place(a) <= place(b)).length,
    firstRight: judgeFirst(facts, labels, firstOpen),
    firstOpen: firstOpen?.title ?? null,
    listsRight:
      labels.listCount === undefined
        ? null
        : facts.draft.lists.filter(({ parent }) => parent === null).length === labels.listCount,
    outlineRight: labels.outline ? facts.draft.is_outline : null,
  };
}

function judgeFirst(facts: Facts, { first, tasks }: Labels, firstOpen: DraftTask | null): boolean | null {
  if (first.length === 0) return null;
  if (firstOpen === null) return false;
  if (first.some((title) => sameText(firstOpen.title) === sameText(title))) return true;
  const own = [...facts.linesOf(firstOpen)];
  return tasks
    .filter(({ title }) => first.includes(title))
    .some((expected) => {
      const lines = textLines(facts, expected);
      return own.length > 0 && own.filter((line) => lines.has(line)).length / own.length >= 0.5;
    });
}

/** The task with the same title, else the one whose lines are most alike, half at least. */
function findMatch(facts: Facts, expected: ExpectedTask): DraftTask | null {
  const named = facts.draft.tasks.find(({ title }) => sameText(title) === sameText(expected.title));
  if (named !== undefined) return named;
  const lines = textLines(facts, expected);
  let best: { task: DraftTask | null; likeness: number } = { task: null, likeness: 0.5 };
  for (const task of facts.draft.tasks) {
    const likeness = jaccard(lines, facts.linesOf(task));
    if (likeness >= best.likeness && (best.task === null || likeness > best.likeness)) best = { task, likeness };
  }
  return best.task;
}

const textLines = ({ document: { lines } }: Facts, { lines: expected }: ExpectedTask) =>
  new Set([...expected].filter((line) => ['text', 'code'].includes(lines[line - 1]?.kind ?? 'blank')));

function jaccard(a: ReadonlySet<number>, b: ReadonlySet<number>): number {
  const both = a.intersection(b).size;
  return both === 0 ? 0 : both / a.union(b).size;
}
