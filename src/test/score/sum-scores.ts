import { FAULTS } from './fault.ts';
import type { RoleScore } from './score-roles.ts';
import type { DocumentScore } from './score-document.ts';
import type { TaskScore } from './score-tasks.ts';

/** One number over many documents; null where nothing could be measured. */
export interface Figure {
  name: string;
  value: number | null;
  unit: 'share' | 'count' | 'number';
  /** What it should be, as it is printed, and whether it is so; null where nothing was measured. */
  target?: { text: string; isMet: boolean | null };
}

const sum = (numbers: readonly number[]) => numbers.reduce((a, b) => a + b, 0);
const share = (part: number, whole: number) => (whole === 0 ? null : part / whole);

export function median(numbers: readonly number[]): number | null {
  const sorted = numbers.toSorted((a, b) => a - b);
  const middle = sorted.length / 2;
  const low = sorted[Math.ceil(middle) - 1];
  const high = sorted[Math.floor(middle)];
  return low === undefined || high === undefined ? null : (low + high) / 2;
}

const atLeast = (value: number | null, limit: number) => ({
  text: `at least ${percent(limit)}`,
  isMet: value === null ? null : value >= limit,
});
const under = (value: number | null, limit: number) => ({
  text: `under ${percent(limit)}`,
  isMet: value === null ? null : value < limit,
});
const percent = (value: number) => `${Math.round(value * 1000) / 10} %`;

/** What must not be, in any document. */
export const countFaults = (scores: readonly DocumentScore[]): Figure[] =>
  Object.entries(FAULTS).map(([kind, name]) => {
    const value = sum(scores.map(({ faults }) => faults.filter((fault) => fault.kind === kind).length));
    return { name, value, unit: 'count', target: { text: '0', isMet: value === 0 } };
  });

/** The figures the planner is judged by, with the targets it has on documents it never saw. */
export function sumScores(scores: readonly DocumentScore[]): Figure[] {
  return [...figuresOfRoles(scores), ...figuresOfTasks(scores), ...figuresOfShape(scores)];
}

function figuresOfRoles(scores: readonly DocumentScore[]): Figure[] {
  const roles = scores.flatMap((score) => score.roles ?? []);
  const over = (part: keyof RoleScore & Counted, whole: keyof RoleScore & Counted) =>
    share(sum(roles.map((score) => score[part])), sum(roles.map((score) => score[whole])));
  const found = over('foundOrAsked', 'work');
  const wrong = over('falseWork', 'readAsWork');
  const unsure = scores.map((score) => share(score.unsure, score.lines) ?? 0);
  const asked = median(unsure);
  return [
    { name: 'lines with the right role', value: over('right', 'compared'), unit: 'share' },
    { name: 'work found or asked about', value: found, unit: 'share', target: atLeast(found, 0.95) },
    { name: 'false work', value: wrong, unit: 'share', target: under(wrong, 0.05) },
    { name: 'unsure lines, median', value: asked, unit: 'share', target: under(asked, 0.05) },
    { name: 'unsure lines, most', value: Math.max(0, ...unsure), unit: 'share' },
  ];
}

type Counted = 'compared' | 'right' | 'work' | 'foundOrAsked' | 'readAsWork' | 'falseWork';

function figuresOfTasks(scores: readonly DocumentScore[]): Figure[] {
  const tasks = scores.flatMap((score) => score.tasks ?? []);
  const over = (part: (score: TaskScore) => number, whole: (score: TaskScore) => number) =>
    share(sum(tasks.map((score) => part(score))), sum(tasks.map((score) => whole(score))));
  const known = tasks.filter(({ firstRight }) => firstRight !== null);
  const first = share(known.filter(({ firstRight }) => firstRight).length, known.length);
  const doubtful = tasks.filter(({ outlineRight }) => outlineRight !== null);
  const counted = tasks.filter(({ listsRight }) => listsRight !== null);
  return [
    {
      name: 'expected tasks found',
      value: over(
        (score) => score.found,
        (score) => score.expected,
      ),
      unit: 'share',
    },
    {
      name: 'found tasks in the wrong state',
      value: over(
        (score) => score.wrongState.length,
        (score) => score.found,
      ),
      unit: 'share',
    },
    {
      name: 'pairs of tasks in order',
      value: over(
        (score) => score.inOrder,
        (score) => score.pairs,
      ),
      unit: 'share',
    },
    { name: 'first task sensible', value: first, unit: 'share', target: atLeast(first, 0.9) },
    {
      name: 'number of lists right',
      value: share(counted.filter(({ listsRight }) => listsRight).length, counted.length),
      unit: 'share',
    },
    {
      name: 'warned where it must',
      value: share(doubtful.filter(({ outlineRight }) => outlineRight).length, doubtful.length),
      unit: 'share',
    },
  ];
}

function figuresOfShape(scores: readonly DocumentScore[]): Figure[] {
  const shapes = scores.map(({ shape }) => shape);
  const checks = shapes.flatMap((shape) => shape.checks);
  const having = (test: (count: number) => boolean) =>
    share(checks.filter((count) => test(count)).length, checks.length);
  const per1000 = scores.flatMap(({ words, shape }) => (words < 100 ? [] : [(shape.openTasks * 1000) / words]));
  return [
    {
      name: 'documents with a spine',
      value: share(shapes.filter(({ spine }) => spine > 0).length, shapes.length),
      unit: 'share',
    },
    {
      name: 'documents with an outline warning',
      value: share(shapes.filter(({ isOutline }) => isOutline).length, shapes.length),
      unit: 'share',
    },
    { name: 'open tasks', value: sum(shapes.map(({ openTasks }) => openTasks)), unit: 'count' },
    { name: 'open tasks per 1,000 words, median', value: median(per1000), unit: 'number' },
    { name: 'checks per task, median', value: median(checks), unit: 'number' },
    { name: 'tasks with 2 to 8 checks', value: having((count) => count >= 2 && count <= 8), unit: 'share' },
    { name: 'tasks with one check or none', value: having((count) => count < 2), unit: 'share' },
    { name: 'tasks with more than 8 checks', value: having((count) => count > 8), unit: 'share' },
    { name: 'checks stated more than once', value: sum(shapes.map(({ merged }) => merged)), unit: 'count' },
    { name: 'checks moved to a feature', value: sum(shapes.map(({ moved }) => moved)), unit: 'count' },
    { name: 'set-up tasks added', value: sum(shapes.map(({ enablers }) => enablers)), unit: 'count' },
    { name: 'notices', value: sum(shapes.map(({ notices }) => notices)), unit: 'count' },
  ];
}
