import { PROJECT_NAME_MAX, TASK_LIST_NAME_MAX } from '#contract/constants.ts';
import { AppError } from '#server/platform/error.ts';
import { assembleDraft } from './assemble-draft.ts';
import { openBacklog } from './backlog-folder.ts';
import { createIdBook, fieldText, fieldTexts, findItems, type BacklogItem } from './backlog-items.ts';
import { readBacklogNotes, readMilestones } from './backlog-notes.ts';
import { readBacklogTask } from './backlog-task.ts';
import { findOwnStatuses } from './backlog-status.ts';
import type { DraftList, ReadResult } from './draft.ts';
import { fitText } from './finish-task.ts';
import type { Fact, ForeignList } from './foreign-task.ts';
import { requireRoom } from './import-limits.ts';
import { createReport } from './import-report.ts';
import { clip, count, oneLine } from './import-text.ts';
import { createFieldSorter } from './other-fields.ts';

const tasksList: ForeignList = { key: 'tasks', name: 'Tasks', brief: '' };
const draftsList: ForeignList = { key: 'drafts', name: 'Drafts', brief: '' };
const KNOWN_FIELDS =
  'id title status dependencies parent_task_id created_date milestone modified_files subtasks ordinal';
const BOOKKEEPING = 'updated_date onStatusChange';

/** Reads the folder that Backlog.md keeps beside the code: tasks, drafts, milestones, documents and decisions. */
export function readBacklog(files: ReadonlyMap<string, Uint8Array>): ReadResult {
  const folder = openBacklog(files);
  if (folder === undefined) {
    throw new AppError(
      'VALIDATION_ERROR',
      'No Backlog.md folder was found: the archive should hold backlog/tasks with one Markdown file per task.',
    );
  }
  const report = createReport();
  const { config } = folder;
  for (const remark of config.remarks) report.changed('config.yml', remark);
  const items = findItems(report, folder.files);
  const ids = createIdBook(items, fieldText(config.fields, 'task_prefix') || 'task');
  const statuses = findOwnStatuses(fieldTexts(config.fields, 'statuses'));
  const milestoneList = readMilestones(report, folder.files);
  const sorter = createFieldSorter({ known: KNOWN_FIELDS.split(' '), bookkeeping: BOOKKEEPING.split(' ') });

  const lists = new Map([[tasksList.key, tasksList]]);
  const found = { notes: 0, dependencies: 0, checks: 0 };
  const tasks = items.map((item) => {
    const list = listOf(item, milestoneList);
    if (!lists.has(list.key)) lists.set(list.key, list);
    const parent = ids.parentOf(item);
    // A subtask stands where its parent stands, so a milestone of its own would be lost with its list.
    const milestone: Fact[] =
      parent === undefined || list === tasksList || list === draftsList
        ? []
        : [{ name: 'milestone', value: clip(list.name, TASK_LIST_NAME_MAX) }];
    const facts = [...sorter.factsOf(Object.fromEntries(item.head.fields)), ...milestone];
    const task = readBacklogTask(report, item, { statuses, keyOf: ids.keyOf, list: list.key, parent, facts });
    requireRoom('notes', (found.notes += task.notes.length));
    requireRoom('dependencies', (found.dependencies += task.dependsOn.length));
    requireRoom('checks', (found.checks += task.checks.length));
    return task;
  });

  const notes = readBacklogNotes(report, folder.files);
  const assembled = assembleDraft(report, [...lists.values()], tasks, notes.length);
  sorter.tell(report);
  if (folder.outside > 0) {
    report.skipped('archive', `not looked at: ${count(folder.outside, 'file')} outside the backlog folder`);
  }
  const name = fitText(
    report,
    { where: 'file', what: 'the project’s name' },
    oneLine(fieldText(config.fields, 'project_name')),
    PROJECT_NAME_MAX,
  );
  return {
    draft: { name: name === '' ? undefined : name, description: undefined, lists: withoutEmpty(assembled), notes },
    lines: report.lines(),
  };
}

function listOf({ file, head }: BacklogItem, milestoneList: (milestone: string) => ForeignList): ForeignList {
  if (file.kind === 'draft') return draftsList;
  const milestone = fieldText(head.fields, 'milestone');
  return milestone === '' ? tasksList : milestoneList(milestone);
}

function withoutEmpty(lists: readonly DraftList[]): DraftList[] {
  const filled = lists.filter((list) => list.tasks.length > 0);
  return filled.length > 0 ? filled : lists.slice(0, 1);
}
