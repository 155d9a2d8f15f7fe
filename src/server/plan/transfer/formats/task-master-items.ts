import { requireRoom } from './import-limits.ts';
import type { ImportReport } from './import-report.ts';
import { clip, cutText, quote } from './import-text.ts';
import { isRecord, listOf, textOf, type JsonRecord } from './read-json.ts';
import { createKeys } from './unique-keys.ts';

/** The tool nests once; a file that nests further is read until here. */
const NESTING_MAX = 64;
const KEY_MAX = 200;

export interface Tag {
  name: string;
  /** Short, because every task's key begins with it. */
  key: string;
  path: string;
  tasks: readonly unknown[];
  brief: string;
}

export interface TaskMasterItem {
  raw: JsonRecord;
  where: string;
  list: string;
  /** Its number after those of its parents: "4.2". */
  number: string;
  key: string;
  isFirst: boolean;
  parent: TaskMasterItem | undefined;
}

/** The tags of a file; the older shape without tags counts as one. */
export function findTags(root: JsonRecord): Tag[] {
  return Object.entries(root).flatMap(([name, value], index): Tag[] => {
    const key = name.length <= KEY_MAX ? name : `${cutText(name, KEY_MAX)} ${index}`;
    if (name === 'tasks' && Array.isArray(value)) {
      return [{ name, key, path: 'tasks', tasks: listOf(value), brief: '' }];
    }
    if (!isRecord(value) || !Array.isArray(value['tasks'])) return [];
    const metadata = isRecord(value['metadata']) ? value['metadata'] : {};
    const path = `${clip(name)}.tasks`;
    return [{ name, key, path, tasks: listOf(value['tasks']), brief: textOf(metadata['description']) }];
  });
}

interface Step {
  raw: unknown;
  index: number;
  path: string;
  parent: TaskMasterItem | undefined;
  depth: number;
}

/** Every task and subtask of the tags, in the order of the file, each with a key of its own. */
export function findItems(report: ImportReport, tags: readonly Tag[]): TaskMasterItem[] {
  const counted = { tasks: 0 };
  requireRoom('tasks', tags.length);
  return tags.flatMap((tag) => findItemsOf(report, tag, counted));
}

function findItemsOf(report: ImportReport, tag: Tag, counted: { tasks: number }): TaskMasterItem[] {
  const items: TaskMasterItem[] = [];
  const keys = createKeys();
  const stepsOf = (raws: readonly unknown[], path: string, parent: TaskMasterItem | undefined, depth: number) => {
    requireRoom('tasks', (counted.tasks += raws.length));
    return raws.map((raw, index): Step => ({ raw, index, path, parent, depth })).toReversed();
  };
  const waiting: Step[] = stepsOf(tag.tasks, tag.path, undefined, 0);

  for (let step = waiting.pop(); step !== undefined; step = waiting.pop()) {
    const { raw, index, path, parent, depth } = step;
    const where = `${path}[${index}]`;
    if (!isRecord(raw)) {
      report.skipped(where, 'is not a task');
      continue;
    }
    const subtasks = listOf(raw['subtasks']);
    if (isCancelled(raw)) {
      const below = subtasks.length > 0 ? ', with its subtasks' : '';
      report.skipped(where, `${quote(textOf(raw['title']))} was cancelled, so it is left out${below}`);
      continue;
    }
    const id = ownNumber(raw['id'], parent) || String(index + 1);
    const item: TaskMasterItem = {
      raw,
      where,
      list: tag.key,
      number: parent === undefined ? id : `${parent.number}.${id}`,
      parent,
      ...keys.take(parent === undefined ? `${tag.key}/${id}` : `${parent.key}.${id}`),
    };
    report.expect(where, 'came in');
    items.push(item);
    if (depth < NESTING_MAX) {
      for (const below of stepsOf(subtasks, `${where}.subtasks`, item, depth + 1)) waiting.push(below);
    } else if (subtasks.length > 0) report.skipped(where, `its subtasks lie deeper than ${NESTING_MAX} levels`);
  }
  return items;
}

const isCancelled = (raw: JsonRecord) => /^cancell?ed$/i.test(textOf(raw['status']).trim());

/** Both 2 and "4.2" mean the second subtask of task 4. */
function ownNumber(id: unknown, parent: TaskMasterItem | undefined): string {
  const text = clip(textOf(id), 60);
  const prefix = parent === undefined ? '' : `${parent.number}.`;
  return prefix !== '' && text.startsWith(prefix) ? text.slice(prefix.length) : text;
}
