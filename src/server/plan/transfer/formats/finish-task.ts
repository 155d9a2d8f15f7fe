import {
  NOTE_BODY_MAX,
  TASK_CHECKS_MAX,
  TASK_CHECK_MAX,
  TASK_DESCRIPTION_MAX,
  TASK_TITLE_MAX,
} from '#contract/constants.ts';
import { isStorableText } from '#contract/fields.ts';
import type { DraftNote, DraftTask } from './draft.ts';
import type { Fact, ForeignTask } from './foreign-task.ts';
import type { ImportReport } from './import-report.ts';
import { clip, count, cutText, oneLine, quote, storableText, unixLines } from './import-text.ts';

const REMOVED = 'held NUL or broken characters, which were removed';
/** More than this would bury the description above it; the rest goes to notes. */
const FACT_MAX = 300;
const FOOTER_MAX = 2_000;
const LONG_TITLE_MAX = 10_000;

/** The task within Baton's limits; what had to be cut, moved or removed for that is reported. */
export function finishTask(report: ImportReport, task: ForeignTask): DraftTask {
  const { where } = task;
  const { title, longTitle } = fitTitle(report, task);
  const { footer, longFacts } = writeFooter(report, task);
  const { checks, overflow } = fitChecks(report, task);
  const body = [task.description.trim(), overflow].filter((part) => part !== '').join('\n\n');
  const room = TASK_DESCRIPTION_MAX - longTitle.length - footer.length - 4;
  const description = [longTitle, fitText(report, { where, what: 'the description' }, body, room), footer];
  const notes = [
    ...task.notes,
    ...longFacts.map(({ name, value }): DraftNote => ({ type: 'OTHER', body: `${name}:\n\n${value}` })),
  ];
  return {
    key: task.key,
    title,
    description: description.filter((part) => part !== '').join('\n\n'),
    checks,
    status: task.status,
    notes: notes.flatMap((note) => fitNote(report, where, note)),
    dependsOn: [],
    children: [],
    ...(task.created_at !== undefined && { created_at: task.created_at }),
    ...(task.completed_at !== undefined && task.status === 'done' && { completed_at: task.completed_at }),
  };
}

function fitTitle(report: ImportReport, task: ForeignTask): { title: string; longTitle: string } {
  const written = oneLine(storableText(task.title));
  if (!isStorableText(task.title)) report.changed(task.where, `the title ${REMOVED}`);
  if (written === '') {
    const firstLine = oneLine(storableText(task.description.trimStart().split('\n', 1)[0] ?? ''));
    report.changed(task.where, 'had no title; it is named after the first line of its description, or its id');
    return { title: cutText(firstLine || task.origin, TASK_TITLE_MAX).trimEnd(), longTitle: '' };
  }
  if (written.length <= TASK_TITLE_MAX) return { title: written, longTitle: '' };
  const longTitle = cutText(written, LONG_TITLE_MAX);
  const kept = longTitle === written ? 'all of it' : `its first ${LONG_TITLE_MAX.toLocaleString('en-US')} characters`;
  report.changed(
    task.where,
    `the title was cut at ${TASK_TITLE_MAX} characters; ${kept} can be read at the start of the description`,
  );
  return { title: cutText(written, TASK_TITLE_MAX).trimEnd(), longTitle };
}

function writeFooter(report: ImportReport, task: ForeignTask): { footer: string; longFacts: Fact[] } {
  const shown: string[] = [];
  const longFacts: Fact[] = [];
  let room = FOOTER_MAX;
  for (const fact of task.facts) {
    const line = oneLine(storableText(`${fact.name}: ${fact.value}`));
    if (line.length <= FACT_MAX && line.length + 3 <= room && !fact.value.includes('\n')) {
      shown.push(line);
      room -= line.length + 3;
    } else longFacts.push(fact);
  }
  if (shown.length > 0) {
    report.changed(task.where, `kept at the end of the description: ${clip(shown.join(', '), 400)}`);
  }
  for (const { name } of longFacts) report.changed(task.where, `the field ${quote(name)} is kept as a note`);
  return { footer: [task.origin, ...shown].join(' · '), longFacts };
}

function fitChecks(report: ImportReport, task: ForeignTask): { checks: DraftTask['checks']; overflow: string } {
  const checks: DraftTask['checks'] = [];
  const overflow: string[] = [];
  for (const { text, met } of task.checks) {
    const clean = oneLine(storableText(text));
    if (clean === '') continue;
    if (checks.length < TASK_CHECKS_MAX && clean.length <= TASK_CHECK_MAX) checks.push({ text: clean, met });
    else overflow.push(`- [${met ? 'x' : ' '}] ${clean}`);
  }
  if (overflow.length > 0) {
    const limits = `a task has at most ${TASK_CHECKS_MAX}, of ${TASK_CHECK_MAX.toLocaleString('en-US')} characters`;
    report.changed(task.where, `${count(overflow.length, 'check')} moved to the description: ${limits}`);
  }
  return { checks, overflow: overflow.length > 0 ? ['Also done when:', ...overflow].join('\n') : '' };
}

export function fitNote(report: ImportReport, where: string, note: DraftNote): DraftNote[] {
  const body = fitText(report, { where, what: 'a note' }, note.body, NOTE_BODY_MAX);
  return body.trim() === '' ? [] : [{ ...note, body }];
}

export function fitText(
  report: ImportReport,
  { where, what }: { where: string; what: string },
  value: string,
  max: number,
): string {
  const clean = storableText(value);
  if (clean !== value) report.changed(where, `${what} ${REMOVED}`);
  const text = unixLines(clean).trim();
  if (text.length <= max) return text;
  report.changed(where, `${what} was too long; its last ${count(text.length - max, 'character')} were left out`);
  return cutText(text, max).trimEnd();
}
