import { createHash } from 'node:crypto';
import type { PlanImport } from '../plan-import.ts';
import type { Snapshot } from '../snapshot.ts';
import type { ImportPart } from './import-parts.ts';

/** What the server hands on to the database in one turn of its event loop: about a millisecond of work. */
const PART_CHARACTERS = 256 * 1024;

/** Beyond this a task is a stretch of its own; the database counts 4,000, with the blanks that it writes between fields. */
const LARGE_BYTES = 3_940;

/** An import as parts that can be written one after the other: nothing names a row that comes later. */
export function* cutImport(incoming: PlanImport): Generator<ImportPart> {
  yield* cutPlan(incoming.plan);
  for (const json of cutRows(incoming.notes)) yield { part: 'notes', json };
  // A note may point at one that comes later: the links are made when all are there.
  const linked = incoming.notes.filter((note) => note.supersedes_id !== null || note.superseded_by_id !== null);
  for (const json of cutRows(
    linked.map(({ id, supersedes_id, superseded_by_id }) => ({ id, supersedes_id, superseded_by_id })),
  ))
    yield { part: 'note_links', json };
  for (const version of incoming.prdVersions) yield { part: 'prd_version', version };
  if (incoming.prdRoles.length > 0) yield { part: 'prd_roles', roles: incoming.prdRoles };
  if (incoming.requirements !== null)
    for (const json of cutRows(incoming.requirements.found))
      yield { part: 'requirements', version: incoming.requirements.version, json };
  yield* cutCheckpoints(incoming.checkpoints);
}

/** Level by level: a list needs its parent task, a task its list, a dependency both its ends. */
function* cutPlan({ task_lists, tasks, dependencies }: Snapshot): Generator<ImportPart> {
  const lists = Map.groupBy(task_lists, (list) => list.depth);
  const levels = Map.groupBy(tasks, (task) => task.level);
  const rows = (part: { task_lists?: string; tasks?: string; dependencies?: string }): ImportPart => ({
    part: 'rows',
    json: `{"task_lists":${part.task_lists ?? '[]'},"tasks":${part.tasks ?? '[]'},"dependencies":${part.dependencies ?? '[]'}}`,
  });
  for (const depth of [...new Set([...lists.keys(), ...levels.keys()])].toSorted((a, b) => a - b)) {
    for (const json of cutRows(lists.get(depth) ?? [])) yield rows({ task_lists: json });
    for (const json of cutRows(levels.get(depth) ?? [])) yield rows({ tasks: json });
  }
  for (const json of cutRows(dependencies)) yield rows({ dependencies: json });
}

/** Stretches that checkpoints have in common are sent once; each checkpoint then names its own. */
function* cutCheckpoints(checkpoints: PlanImport['checkpoints']): Generator<ImportPart> {
  const known = new Map<string, number>();
  for (const { snapshot, name, reason, author, created_at } of checkpoints) {
    const pieces: [string, number, number][] = [];
    const added: string[] = [];
    let length = 0;
    for (const { kind, place, body } of stretchesOf(snapshot)) {
      const text = JSON.stringify(body);
      const hash = createHash('sha256').update(text).digest('base64');
      const seen = known.get(hash);
      pieces.push([kind, place, seen ?? known.size]);
      if (seen !== undefined) continue;
      added.push(`{"at":${known.size},"body":${text}}`);
      known.set(hash, known.size);
      length += text.length;
      if (length < PART_CHARACTERS) continue;
      yield { part: 'pieces', json: `[${added.splice(0).join(',')}]` };
      length = 0;
    }
    if (added.length > 0) yield { part: 'pieces', json: `[${added.join(',')}]` };
    const done = snapshot.tasks.filter(({ status }) => status === 'done').length;
    yield { part: 'checkpoint', name, reason, author, created_at, tasks: snapshot.tasks.length, done, pieces };
  }
}

interface Stretch {
  kind: string;
  place: number;
  body: unknown;
}

/** The same stretches as `baton_keep_snapshot` makes, so that later checkpoints share those that came in by a file. */
function* stretchesOf({ task_lists, tasks, dependencies, note_ids, prd }: Snapshot): Generator<Stretch> {
  yield* stretches('task_lists', task_lists, (_list, at) => at / 32);
  const small: Snapshot['tasks'] = [];
  for (const [at, task] of tasks.toSorted((a, b) => a.number - b.number).entries())
    if (Buffer.byteLength(JSON.stringify(task)) > LARGE_BYTES)
      yield { kind: 'large_tasks', place: at + 1, body: [task] };
    else small.push(task);
  yield* stretches('tasks', small, ({ number }) => number / 16);
  const numberOf = new Map(tasks.map(({ id, number }) => [id, number]));
  yield* stretches('dependencies', dependencies, ({ task_id }) => (numberOf.get(task_id) ?? 0) / 64);
  yield* stretches('note_ids', note_ids, (_id, at) => at / 256);
  if (prd !== undefined && prd !== null) yield { kind: 'prd', place: 0, body: prd };
}

function* stretches<T>(kind: string, rows: readonly T[], placeOf: (row: T, at: number) => number): Generator<Stretch> {
  const found = new Map<number, T[]>();
  for (const [at, row] of rows.entries()) {
    const place = Math.floor(placeOf(row, at));
    const stretch = found.get(place);
    if (stretch === undefined) found.set(place, [row]);
    else stretch.push(row);
  }
  for (const [place, body] of found) yield { kind, place, body };
}

function* cutRows(rows: readonly unknown[]): Generator<string> {
  let texts: string[] = [];
  let length = 0;
  for (const row of rows) {
    const text = JSON.stringify(row);
    texts.push(text);
    length += text.length;
    if (length < PART_CHARACTERS) continue;
    yield `[${texts.join(',')}]`;
    texts = [];
    length = 0;
  }
  if (texts.length > 0) yield `[${texts.join(',')}]`;
}
