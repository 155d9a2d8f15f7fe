import type { BacklogFile } from './backlog-folder.ts';
import type { Reference } from './foreign-task.ts';
import { requireRoom } from './import-limits.ts';
import type { ImportReport } from './import-report.ts';
import { clip, oneLine } from './import-text.ts';
import { readFrontMatter, type FrontMatter } from './read-front-matter.ts';
import type { FieldValue } from './read-yaml-fields.ts';
import { createKeys } from './unique-keys.ts';

type Fields = ReadonlyMap<string, FieldValue>;

export interface BacklogItem {
  file: BacklogFile;
  head: FrontMatter;
  id: string;
  key: string;
  ordinal: number;
}

export function fieldText(fields: Fields, name: string): string {
  const value = fields.get(name) ?? '';
  return Array.isArray(value) ? value.join(', ') : value;
}

export function fieldTexts(fields: Fields, name: string): string[] {
  const value = fields.get(name) ?? '';
  const parts = Array.isArray(value) ? value : value.split(',');
  return parts.map((part) => part.trim()).filter((part) => part !== '');
}

/** Tells of a file whose bytes had to be guessed at, or whose head is not what YAML asks for. */
export function tellDamage(report: ImportReport, file: BacklogFile, head?: FrontMatter): void {
  for (const remark of head?.remarks ?? []) report.changed(file.path, remark);
  if (file.isDamaged) report.changed(file.path, 'holds bytes that are not UTF-8 text; they show as �');
}

const nameOfFile = (path: string) => path.split('/').at(-1)?.replace(/\.md$/i, '') ?? '';

/** "task-7 - Add-a-login-page.md" is called "Add a login page" where its head does not say. */
export const titleOfFile = (path: string): string =>
  oneLine(
    nameOfFile(path)
      .replace(/^\S+ - /, '')
      .replaceAll('-', ' '),
  );

/** One id for all spellings of it: "TASK-007" is "task-7". */
const normalId = (id: string) =>
  id
    .trim()
    .toLowerCase()
    .replace(/0*(\d+)/g, '$1');

const taskKinds = new Set(['task', 'completed', 'draft']);

/** The task files, in the order in which the tool shows them: by ordinal where there is one, then by number. */
export function findItems(report: ImportReport, files: readonly BacklogFile[]): BacklogItem[] {
  const keys = createKeys();
  const taskFiles = files.filter((file) => taskKinds.has(file.kind));
  requireRoom('tasks', taskFiles.length);
  const items = taskFiles.flatMap((file): BacklogItem[] => {
    const head = readFrontMatter(file.text);
    if (head === undefined) {
      report.skipped(file.path, 'has no head between two lines of --- that says what task it is');
      return [];
    }
    report.expect(file.path, 'came in');
    tellDamage(report, file, head);
    const id = fieldText(head.fields, 'id') || (nameOfFile(file.path).split(' ', 1)[0] ?? '');
    const { key, isFirst } = keys.take(normalId(id));
    if (!isFirst) {
      const both = 'both come in, and dependencies mean the first';
      report.changed(file.path, `another file has the id ${clip(id)} too; ${both}`);
    }
    return [{ file, head, id: clip(id), key, ordinal: ordinalOf(head) }];
  });
  return items.toSorted((one, other) => one.ordinal - other.ordinal);
}

function ordinalOf(head: FrontMatter): number {
  const text = fieldText(head.fields, 'ordinal');
  const ordinal = Number(text);
  return text !== '' && Number.isFinite(ordinal) ? ordinal : Number.MAX_SAFE_INTEGER;
}

export interface IdBook {
  keyOf(id: string): string;
  parentOf(item: BacklogItem): Reference | undefined;
}

/** Looks ids up the way people write them: in either case, with zeros in front, or as the bare number. */
export function createIdBook(items: readonly BacklogItem[], prefix: string): IdBook {
  const keys = new Set(items.map((item) => item.key));
  const start = normalId(clip(prefix));
  const keyOf = (id: string) => {
    const key = normalId(id);
    return !keys.has(key) && /^\d/.test(key) ? `${start}-${key}` : key;
  };
  return {
    keyOf,
    parentOf(item) {
      const named = fieldText(item.head.fields, 'parent_task_id');
      if (named !== '') return { key: keyOf(named), name: clip(named) };
      const above = normalId(item.id).replace(/\.\d+$/, '');
      return above !== normalId(item.id) && keys.has(above) ? { key: above, name: above } : undefined;
    },
  };
}
