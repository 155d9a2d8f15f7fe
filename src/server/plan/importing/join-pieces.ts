import type { SnapshotParts } from '#contract/transfer.ts';
import type { PiecewiseImport, ProjectImport } from '../read-export.ts';
import { IMPORT_LIMITS } from '../formats/import-limits.ts';
import { damaged } from './damaged.ts';

type SnapshotIn = ProjectImport['checkpoints'][number]['snapshot'];

/** What one checkpoint may hold: a piece is named by many, and a small file must not unfold into a large one. */
const MOST = {
  task_lists: IMPORT_LIMITS.tasks,
  tasks: IMPORT_LIMITS.tasks,
  dependencies: IMPORT_LIMITS.dependencies,
  note_ids: 100_000,
};

/** Gives every checkpoint its whole snapshot again; the rows themselves are shared between them. */
export function joinPieces({ version: _version, pieces, checkpoints, ...document }: PiecewiseImport): ProjectImport {
  return {
    ...document,
    checkpoints: checkpoints.map(({ parts, ...checkpoint }, at) => ({
      ...checkpoint,
      snapshot: joinSnapshot(pieces, parts, `checkpoints.${at}.parts`),
    })),
  };
}

function joinSnapshot(pieces: PiecewiseImport['pieces'], parts: SnapshotParts, path: string): SnapshotIn {
  const join = <T>(kind: keyof typeof MOST, lists: readonly (readonly T[])[]): T[] => {
    const rows: T[] = [];
    for (const place of parts[kind]) {
      const piece = lists[place];
      if (piece === undefined)
        throw damaged([{ path: `${path}.${kind}`, message: `names a piece that is not there (${place})` }]);
      if (rows.length + piece.length > MOST[kind])
        throw damaged([
          { path: `${path}.${kind}`, message: `has more than ${MOST[kind].toLocaleString('en-US')} rows` },
        ]);
      for (const row of piece) rows.push(row);
    }
    return rows;
  };
  const prd = parts.prd === null ? null : pieces.prd[parts.prd];
  if (prd === undefined)
    throw damaged([{ path: `${path}.prd`, message: `names a piece that is not there (${parts.prd})` }]);
  return {
    version: 1,
    task_lists: join('task_lists', pieces.task_lists),
    tasks: join('tasks', pieces.tasks),
    dependencies: join('dependencies', pieces.dependencies),
    note_ids: join('note_ids', pieces.note_ids),
    prd,
  };
}
