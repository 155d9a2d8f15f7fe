import { UPLOAD_MAX_BYTES } from '#contract/constants.ts';
import { AppError } from '#server/platform/error.ts';
import type { PlanImport } from '../plan-import.ts';
import type { Snapshot, SnapshotTask } from '../../checkpoints/snapshot.ts';
import { type ImportPart, PART_CHARACTERS } from './import-parts.ts';

/** Above this size a task is a piece of its own; the database's limit is 4,000, with the spaces that jsonb writes. */
const LARGE_BYTES = 3_940;

/** Total size of all distinct pieces: those of an export are no larger than its file. */
const WRITTEN_MAX = 2 * UPLOAD_MAX_BYTES;

interface Stretch {
  kind: string;
  place: number;
  rows: readonly unknown[];
}

/**
 * Pieces shared by checkpoints are sent once; each checkpoint then references its own. Equality is decided by the
 * identity of rows, which checkpoints share: nothing is serialised just to be compared.
 */
export function* cutCheckpoints(checkpoints: PlanImport['checkpoints']): Generator<ImportPart> {
  const known = new Map<string, number>();
  const serials = new Map<unknown, number>();
  const serialOf = (row: unknown) => {
    const found = serials.get(row) ?? serials.size;
    serials.set(row, found);
    return found;
  };
  const sizes = new WeakMap<SnapshotTask, number>();
  const cut = new Map<Snapshot, [string, number, number][]>();
  let written = 0;
  for (const { snapshot, name, reason, author, created_at } of checkpoints) {
    const pieces: [string, number, number][] = cut.get(snapshot) ?? [];
    const added: string[] = [];
    let length = 0;
    for (const { kind, place, rows } of cut.has(snapshot) ? [] : stretchesOf(snapshot, sizes)) {
      const key = `${kind === 'prd'} ${rows.map(serialOf).join(' ')}`;
      const seen = known.get(key);
      pieces.push([kind, place, seen ?? known.size]);
      if (seen !== undefined) continue;
      const text = JSON.stringify(kind === 'prd' ? rows[0] : rows);
      added.push(`{"at":${known.size},"body":${text}}`);
      known.set(key, known.size);
      length += text.length;
      written += text.length;
      if (written > WRITTEN_MAX) throw tooMuch();
      if (length < PART_CHARACTERS) continue;
      yield { part: 'pieces', json: `[${added.splice(0).join(',')}]` };
      length = 0;
    }
    cut.set(snapshot, pieces);
    if (added.length > 0) yield { part: 'pieces', json: `[${added.join(',')}]` };
    const done = snapshot.tasks.filter(({ status }) => status === 'done').length;
    yield { part: 'checkpoint', name, reason, author, created_at, tasks: snapshot.tasks.length, done, pieces };
  }
}

const tooMuch = () =>
  new AppError(
    'PAYLOAD_TOO_LARGE',
    `The file’s checkpoints have more than ${WRITTEN_MAX / 1024 / 1024} MB together. Nothing was imported. Leave checkpoints out, or split it.`,
  );

/** Splits like `baton_keep_snapshot`, so that later checkpoints share pieces with imported ones. */
function* stretchesOf(
  { task_lists, tasks, dependencies, note_ids, prd }: Snapshot,
  sizes: WeakMap<SnapshotTask, number>,
): Generator<Stretch> {
  yield* stretches('task_lists', task_lists, (_list, at) => at / 32);
  const small: SnapshotTask[] = [];
  for (const [at, task] of tasks.toSorted((a, b) => a.number - b.number).entries()) {
    const size = sizes.get(task) ?? Buffer.byteLength(JSON.stringify(task));
    sizes.set(task, size);
    if (size > LARGE_BYTES) yield { kind: 'large_tasks', place: at + 1, rows: [task] };
    else small.push(task);
  }
  yield* stretches('tasks', small, ({ number }) => number / 16);
  const numberOf = new Map(tasks.map(({ id, number }) => [id, number]));
  yield* stretches('dependencies', dependencies, ({ task_id }) => (numberOf.get(task_id) ?? 0) / 64);
  yield* stretches('note_ids', note_ids, (_id, at) => at / 256);
  if (prd !== undefined && prd !== null) yield { kind: 'prd', place: 0, rows: [prd] };
}

function* stretches<T>(kind: string, rows: readonly T[], placeOf: (row: T, at: number) => number): Generator<Stretch> {
  const found = new Map<number, T[]>();
  for (const [at, row] of rows.entries()) {
    const place = Math.floor(placeOf(row, at));
    const stretch = found.get(place);
    if (stretch === undefined) found.set(place, [row]);
    else stretch.push(row);
  }
  for (const [place, body] of found) yield { kind, place, rows: body };
}
