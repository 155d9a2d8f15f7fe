import { PrdRole } from '#contract/requirement.ts';
import type { DocumentScore } from '#test/score/score-document.ts';
import { type Figure, median } from '#test/score/sum-scores.ts';

const percent = (value: number) => `${(value * 100).toFixed(1)} %`;
const share = (part: number, whole: number) => (whole === 0 ? '–' : percent(part / whole));

export function printFigure({ name, value, unit, target }: Figure): void {
  const shown = value === null ? '–' : unit === 'share' ? percent(value) : String(Math.round(value * 10) / 10);
  const mark = target === undefined || target.isMet === null ? '    ' : target.isMet ? 'ok  ' : 'FAIL';
  const wish = target === undefined ? '' : `  target ${target.text}`;
  console.log(`${mark}  ${name.padEnd(44)}${shown.padStart(9)}${wish}`);
}

/** Confusion matrix in lines: label (rows) against reading (columns). */
export function printConfusion(scores: readonly DocumentScore[]): void {
  const roles = scores.flatMap((score) => score.roles ?? []);
  if (roles.length === 0) return;
  console.log(`\n      ${'labelled, read as'.padEnd(20)}${PrdRole.options.map((role) => role.padStart(9)).join('')}`);
  for (const label of PrdRole.options) {
    const cells = PrdRole.options.map((read) => roles.reduce((sum, { confusion }) => sum + confusion[label][read], 0));
    console.log(`      ${label.padEnd(20)}${cells.map((cell) => String(cell).padStart(9)).join('')}`);
  }
}

const COLUMNS = [
  'words',
  'ms',
  'unsure',
  'roles',
  'found',
  'false',
  'open',
  '/1000',
  'checks',
  'spine',
  'tasks',
  'order',
  'first',
  'faults',
];

/** A row per document, then its faults. */
export function printDetails(scores: readonly DocumentScore[]): void {
  console.log(`\n${'document'.padEnd(34)}${COLUMNS.map((column) => column.padStart(9)).join('')}`);
  for (const score of scores)
    console.log(
      `${score.name.slice(0, 33).padEnd(34)}${cellsOf(score)
        .map((cell) => cell.padStart(9))
        .join('')}`,
    );
  for (const score of scores) printWrongs(score);
}

function cellsOf({ words, lines, unsure, milliseconds, roles, tasks, shape, faults }: DocumentScore): string[] {
  const first = tasks?.firstRight ?? null;
  return [
    String(words),
    milliseconds.toFixed(0),
    share(unsure, lines),
    roles === null ? '–' : share(roles.right, roles.compared),
    roles === null ? '–' : share(roles.foundOrAsked, roles.work),
    roles === null ? '–' : share(roles.falseWork, roles.readAsWork),
    String(shape.openTasks),
    words === 0 ? '–' : ((shape.openTasks * 1000) / words).toFixed(1),
    String(median(shape.checks) ?? '–'),
    String(shape.spine),
    tasks === null ? '–' : `${tasks.found}/${tasks.expected}`,
    tasks === null ? '–' : share(tasks.inOrder, tasks.pairs),
    first === null ? '–' : first ? 'yes' : 'NO',
    String(faults.length),
  ];
}

function printWrongs({ name, roles, tasks, faults }: DocumentScore): void {
  const wrongs = [
    ...faults.map(({ kind, text }) => `${kind.padEnd(8)} ${text}`),
    ...(roles?.wrong ?? []).map(({ line, label, read }) => `role     line ${line}: ${label}, read as ${read}`),
    ...(tasks?.missing ?? []).map((title) => `missing  ${title}`),
    ...(tasks?.wrongState ?? []).map((title) => `state    ${title}`),
    ...(tasks?.firstRight === false ? [`first    ${tasks.firstOpen ?? 'nothing is open'}`] : []),
    ...(tasks?.outlineRight === false ? ['outline  there is no warning'] : []),
    ...(tasks?.listsRight === false ? ['lists    not as many as expected'] : []),
  ];
  if (wrongs.length === 0) return;
  console.log(`\n${name}`);
  for (const wrong of wrongs) console.log(`  ${wrong.slice(0, 200)}`);
}
