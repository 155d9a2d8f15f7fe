import { expect, test } from 'vitest';
import type { Id } from '#contract/fields.ts';
import { newId } from '#server/platform/id.ts';
import { importExport } from '../plan-import.ts';
import { readExport } from '../read-export.ts';
import { cutImport } from './cut-import.ts';

const NOW = '2026-11-17T12:00:00.000Z';
const PIECE = 16;

const list = {
  id: newId(),
  parent_task_id: null,
  name: 'List',
  operational_brief: '',
  depth: 0,
  created_at: NOW,
};

const taskOf = (number: number, id: Id, title = `Task ${number}`) => ({
  id,
  task_list_id: list.id,
  number,
  title,
  description: 'd'.repeat(100),
  checks: [],
  prd_start_line: null,
  prd_end_line: null,
  status: 'open',
  order_in_parent: number,
  level: 0,
  is_completed: false,
  completed_at: null,
  created_at: NOW,
});

/** An export whose checkpoints reference pieces of one plan; with `differ` each has one piece of its own. */
function documentOf(tasks: number, checkpoints: number, differ: boolean, level = 0): string {
  const ids = Array.from({ length: tasks }, () => newId());
  const stretch = (place: number, title?: string) =>
    ids
      .slice(place * PIECE, (place + 1) * PIECE)
      .map((id, at) => ({ ...taskOf(place * PIECE + at + 1, id, title), level }));
  const places = Math.ceil(tasks / PIECE);
  const pieces = Array.from({ length: places }, (_, place) => stretch(place));
  const parts = Array.from({ length: checkpoints }, (_, at) => {
    const named = Array.from({ length: places }, (__, place) => place);
    if (differ) named[at % places] = pieces.push(stretch(at % places, `Edited ${at}`)) - 1;
    return { task_lists: [0], tasks: named, dependencies: [], note_ids: [], prd: null };
  });
  return JSON.stringify({
    format: 'baton',
    version: 2,
    exported_at: NOW,
    project: { name: 'House', description: null },
    task_lists: [],
    tasks: [],
    dependencies: [],
    notes: [],
    prd_versions: [],
    pieces: { task_lists: [[list]], tasks: pieces, dependencies: [], note_ids: [], prd: [] },
    checkpoints: parts.map((each) => ({
      id: newId(),
      name: 'Kept',
      reason: 'manual',
      author: { kind: 'user', id: null, name: 'Mira' },
      task_count: tasks,
      done_count: 0,
      created_at: NOW,
      parts: each,
    })),
  });
}

function cut(text: string) {
  let characters = 0;
  let checkpoints = 0;
  for (const part of cutImport(importExport(readExport(text))))
    if (part.part === 'pieces') characters += part.json.length;
    else if (part.part === 'checkpoint') checkpoints += 1;
  return { characters, checkpoints };
}

test('a small file does not unfold into a large one: what all checkpoints hold is counted before they are joined', () => {
  expect(() => readExport(documentOf(10_000, 101, false))).toThrow(
    'The file’s checkpoints have more than 1,000,000 tasks together. Nothing was imported.',
  );
});

test('fifty checkpoints of 10,000 tasks come in, and what they share is sent once', () => {
  const text = documentOf(10_000, 50, true);
  const { characters, checkpoints } = cut(text);
  expect(checkpoints).toBe(50);
  expect(characters).toBeLessThan(1.5 * text.length);
});

test('checkpoints that are the same are made once', () => {
  const { checkpoints } = importExport(readExport(documentOf(64, 3, false)));
  expect(new Set(checkpoints.map(({ snapshot }) => snapshot)).size).toBe(1);
});

test('rows that have to be put right in every checkpoint are right in each', () => {
  const { checkpoints } = importExport(readExport(documentOf(64, 3, true, 7)));
  for (const { snapshot } of checkpoints) expect(snapshot.tasks.every(({ level }) => level === 0)).toBe(true);
  expect(cut(documentOf(64, 3, true, 7)).checkpoints).toBe(3);
});

test('a piece that is not there is named', () => {
  const text = documentOf(16, 1, false).replace('"tasks":[0]', '"tasks":[9]');
  expect(() => readExport(text)).toThrow('checkpoints.0.parts.tasks names a piece that is not there (9)');
});
