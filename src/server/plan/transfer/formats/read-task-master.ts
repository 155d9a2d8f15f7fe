import { PROJECT_NAME_MAX, TASK_CHECK_MAX } from '#contract/constants.ts';
import { AppError } from '#server/platform/error.ts';
import { assembleDraft } from './assemble-draft.ts';
import type { ReadResult } from './draft.ts';
import { fitText } from './finish-task.ts';
import type { ForeignTask, Reference } from './foreign-task.ts';
import { IMPORT_LIMITS, requireRoom, sum } from './import-limits.ts';
import { createReport, type ImportReport } from './import-report.ts';
import { clip, oneLine, quote, withoutMark } from './import-text.ts';
import { createFieldSorter } from './other-fields.ts';
import { readChecklist } from './read-checklist.ts';
import { readDateField } from './read-date-field.ts';
import { isRecord, listOf, proseOf, readJson, textOf, textsOf, type JsonRecord } from './read-json.ts';
import { findItems, findTags, type TaskMasterItem } from './task-master-items.ts';

const KNOWN_FIELDS =
  'id title description details testStrategy acceptanceCriteria status dependencies subtasks createdAt completedAt';
const BOOKKEEPING = 'updatedAt previousStatus parentId parentTaskId databaseId';

const statuses = new Map<string, { status: 'open' | 'done'; remark?: string }>([
  ['pending', { status: 'open' }],
  ['', { status: 'open' }],
  ['done', { status: 'done' }],
  ['completed', { status: 'done' }],
  ['in-progress', { status: 'open', remark: 'was in progress; nobody holds it here, so it comes in open' }],
  ['review', { status: 'open', remark: 'was in review, which Baton does not know; it comes in open' }],
  ['deferred', { status: 'open', remark: 'was deferred, which Baton does not know; it comes in open' }],
  [
    'blocked',
    { status: 'open', remark: 'was blocked; here only what it waits for holds it back, so it comes in open' },
  ],
]);

/** Reads a Task Master tasks.json, with tags (each becomes a list) or in the older shape without. */
export function readTaskMaster(text: string): ReadResult {
  const root = readJson(withoutMark(text));
  const tags = isRecord(root) ? findTags(root) : [];
  if (!isRecord(root) || tags.length === 0) {
    throw new AppError(
      'VALIDATION_ERROR',
      'This is not a Task Master tasks.json: it should be JSON with a list of "tasks", at the top or below a tag.',
    );
  }
  const report = createReport();
  const sorter = createFieldSorter({ known: KNOWN_FIELDS.split(' '), bookkeeping: BOOKKEEPING.split(' ') });
  const tagNames = new Set(tags.map((tag) => tag.name));
  for (const name of Object.keys(root)) {
    if (tagNames.has(name) || name === 'metadata' || name === 'meta') continue;
    report.skipped(name, 'is neither a list of tasks nor a tag');
  }

  const items = findItems(report, tags);
  const byKey = new Map(items.map((item) => [item.key, item]));
  requireRoom(
    'dependencies',
    sum(items, ({ raw }) => writtenDependencies(raw).length),
  );
  let checks = 0;
  const tasks = items.map((item) => {
    const task = readTask(report, item, byKey, sorter.factsOf(item.raw));
    requireRoom('checks', (checks += task.checks.length));
    return task;
  });
  const foreignLists = tags.map(({ name, key, path, brief }) => ({
    key,
    name: path === 'tasks' ? 'Tasks' : name,
    brief,
  }));
  const lists = assembleDraft(report, foreignLists, tasks);
  sorter.tell(report);

  const meta = [root['metadata'], root['meta']].find(isRecord) ?? {};
  const name = fitText(
    report,
    { where: 'file', what: 'the project’s name' },
    oneLine(textOf(meta['projectName'])),
    PROJECT_NAME_MAX,
  );
  return {
    draft: { name: name === '' ? undefined : name, description: undefined, lists, notes: [] },
    lines: report.lines(),
  };
}

function readTask(
  report: ImportReport,
  item: TaskMasterItem,
  byKey: ReadonlyMap<string, TaskMasterItem>,
  facts: ForeignTask['facts'],
): ForeignTask {
  const { raw, where, parent } = item;
  if (!item.isFirst) {
    report.changed(where, `another task has the id ${item.number} too; both come in, and dependencies mean the first`);
  }
  const word = textOf(raw['status']).trim();
  const { status, remark } = statuses.get(word.toLowerCase().replace('_', '-')) ?? {
    status: 'open',
    remark: `had the status ${quote(word)}, which is not known; it comes in open`,
  };
  if (remark !== undefined) report.changed(where, remark);

  return {
    where,
    key: item.key,
    origin: `Task Master ${item.number}`,
    name: item.number,
    parent: parent === undefined ? undefined : { key: parent.key, name: parent.number },
    list: item.list,
    title: proseOf(raw['title']),
    ...readTexts(item, status === 'done'),
    facts,
    status,
    notes: [],
    dependsOn: readDependencies(report, item, byKey),
    created_at: readDateField(report, where, 'createdAt', raw['createdAt']),
    completed_at: readDateField(report, where, 'completedAt', raw['completedAt']),
  };
}

function readTexts({ raw }: TaskMasterItem, isDone: boolean): Pick<ForeignTask, 'description' | 'checks'> {
  const criteria = raw['acceptanceCriteria'];
  const criteriaText = Array.isArray(criteria) ? textsOf(criteria).join('\n') : proseOf(criteria);
  // Without boxes to tick, a finished task is the only word there is on whether its conditions were met.
  const checks = readChecklist(criteriaText).map(({ text, ticked }) => ({ text, met: ticked ?? isDone }));
  const strategy = proseOf(raw['testStrategy']).trim();
  const isCheck = strategy !== '' && oneLine(strategy).length <= TASK_CHECK_MAX;
  if (isCheck) checks.push({ text: oneLine(strategy), met: isDone });
  const description = [
    proseOf(raw['description']).trim(),
    proseOf(raw['details']).trim(),
    isCheck || strategy === '' ? '' : `Test strategy:\n\n${strategy}`,
  ];
  return { description: description.filter((part) => part !== '').join('\n\n'), checks };
}

function writtenDependencies(raw: JsonRecord): readonly unknown[] {
  const written = raw['dependencies'];
  return typeof written === 'string' ? written.split(',', IMPORT_LIMITS.dependencies + 1) : listOf(written);
}

/** A bare number in a subtask means its sibling, and a task of the tag only where there is no such sibling. */
function readDependencies(
  report: ImportReport,
  item: TaskMasterItem,
  byKey: ReadonlyMap<string, TaskMasterItem>,
): Reference[] {
  return writtenDependencies(item.raw).flatMap((id: unknown): Reference[] => {
    const name = textOf(id).trim();
    if (name === '') {
      if (id !== '') report.skipped(item.where, 'a dependency that is neither a number nor a text is left out');
      return [];
    }
    const sibling = item.parent === undefined ? undefined : `${item.parent.key}.${name}`;
    const key = sibling !== undefined && byKey.has(sibling) ? sibling : `${item.list}/${name}`;
    return [{ key, name: clip(name) }];
  });
}
