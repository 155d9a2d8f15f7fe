import type { SnapshotParts } from '#contract/transfer.ts';
import { AppError } from '#server/platform/error.ts';
import type { PiecewiseImport, ProjectImport } from './import-document.ts';
import { IMPORT_LIMITS } from '../formats/import-limits.ts';
import { damaged } from './damaged.ts';

type SnapshotIn = ProjectImport['checkpoints'][number]['snapshot'];

type Kind = Exclude<keyof SnapshotParts, 'prd'>;

/**
 * Limits per checkpoint and in total: pieces can be referenced many times, and a small file must not expand into a huge
 * one (decompression bomb).
 */
const MOST: Record<Kind, { each: number; all: number }> = {
  task_lists: { each: IMPORT_LIMITS.tasks, all: 1_000_000 },
  tasks: { each: IMPORT_LIMITS.tasks, all: 1_000_000 },
  dependencies: { each: IMPORT_LIMITS.dependencies, all: 5_000_000 },
  note_ids: { each: 100_000, all: 5_000_000 },
};
const KINDS = Object.keys(MOST) as Kind[];

/** Reassembles the snapshot of every checkpoint; rows, and equal snapshots, are shared. */
export function joinPieces({ version: _version, pieces, checkpoints, ...document }: PiecewiseImport): ProjectImport {
  requireBounded(pieces, checkpoints);
  const joined = new Map<string, SnapshotIn>();
  return {
    ...document,
    checkpoints: checkpoints.map(({ parts, ...checkpoint }) => {
      const key = JSON.stringify(parts);
      const snapshot = joined.get(key) ?? joinSnapshot(pieces, parts);
      joined.set(key, snapshot);
      return { ...checkpoint, snapshot };
    }),
  };
}

/** Checked before anything is assembled. */
function requireBounded(pieces: PiecewiseImport['pieces'], checkpoints: PiecewiseImport['checkpoints']): void {
  const all = { task_lists: 0, tasks: 0, dependencies: 0, note_ids: 0 };
  for (const [at, { parts }] of checkpoints.entries()) {
    const refuse = (kind: keyof SnapshotParts, message: string) =>
      damaged([{ path: `checkpoints.${at}.parts.${kind}`, message }]);
    for (const kind of KINDS) {
      let rows = 0;
      for (const place of parts[kind]) {
        const piece = pieces[kind][place];
        if (piece === undefined) throw refuse(kind, `names a piece that is not there (${place})`);
        rows += piece.length;
        if (rows > MOST[kind].each) throw refuse(kind, `has more than ${count(MOST[kind].each)} rows`);
      }
      all[kind] += rows;
      if (all[kind] > MOST[kind].all) throw tooMuch(kind);
    }
    if (parts.prd !== null && pieces.prd[parts.prd] === undefined)
      throw refuse('prd', `names a piece that is not there (${parts.prd})`);
  }
}

const count = (rows: number) => rows.toLocaleString('en-US');

const tooMuch = (kind: Kind) =>
  new AppError(
    'PAYLOAD_TOO_LARGE',
    `The file’s checkpoints have more than ${count(MOST[kind].all)} ${kind.replace('_', ' ')} together. Nothing was imported. Export it with fewer checkpoints, or without.`,
  );

function joinSnapshot(pieces: PiecewiseImport['pieces'], parts: SnapshotParts): SnapshotIn {
  const join = <T>(places: readonly number[], lists: readonly (readonly T[])[]): T[] =>
    places.flatMap((place) => lists[place] ?? []);
  return {
    version: 1,
    task_lists: join(parts.task_lists, pieces.task_lists),
    tasks: join(parts.tasks, pieces.tasks),
    dependencies: join(parts.dependencies, pieces.dependencies),
    note_ids: join(parts.note_ids, pieces.note_ids),
    prd: parts.prd === null ? null : (pieces.prd[parts.prd] ?? null),
  };
}
