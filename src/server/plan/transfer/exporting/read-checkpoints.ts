import { desc, eq, sql } from 'drizzle-orm';
import type { Id } from '#contract/fields.ts';
import type { ProjectExport, SnapshotParts, SnapshotPieces } from '#contract/transfer.ts';
import type { Tx } from '#server/platform/db/client.ts';
import { checkpoints } from '#server/platform/db/tables/index.ts';
import { presentCheckpoint } from '../../checkpoints/save-checkpoint.ts';
import type { ExportSize } from './measure-export.ts';

/** Pieces per statement; most have some kilobytes. */
const PAGE = 50;

type Kind = keyof SnapshotPieces;
/** Large tasks are stored as pieces of their own, but are tasks all the same. */
const kindOf = (kind: string): Kind => (kind === 'large_tasks' ? 'tasks' : (kind as Kind));

/** A project's checkpoints, oldest first, with every piece once: `wanted` is all, none or a number of the newest. */
export async function readCheckpoints(
  tx: Tx,
  projectId: Id,
  wanted: string,
  size?: ExportSize,
): Promise<Pick<ProjectExport, 'pieces' | 'checkpoints'>> {
  const pieces: SnapshotPieces = { task_lists: [], tasks: [], dependencies: [], note_ids: [], prd: [] };
  if (wanted === 'none') return { pieces, checkpoints: [] };
  const newest = tx
    .select()
    .from(checkpoints)
    .where(eq(checkpoints.projectId, projectId))
    .orderBy(desc(checkpoints.createdAt), desc(checkpoints.id));
  const kept = (await (wanted === 'all' ? newest : newest.limit(Number(wanted)))).toReversed();
  const placeOf = new Map<string, number>();
  const exported: ProjectExport['checkpoints'] = [];
  for (const row of kept) {
    const parts: SnapshotParts = { task_lists: [], tasks: [], dependencies: [], note_ids: [], prd: null };
    const held = await listParts(tx, row.id);
    await addPieces(tx, projectId, held, { pieces, placeOf, size });
    for (const { kind, hash } of held) {
      const place = placeOf.get(`${kind} ${hash}`) ?? 0;
      if (kind === 'prd') parts.prd = place;
      else parts[kind].push(place);
    }
    exported.push({ ...presentCheckpoint(row), parts });
  }
  return { pieces, checkpoints: exported };
}

interface Part {
  kind: Kind;
  hash: string;
}

async function listParts(tx: Tx, checkpointId: string): Promise<Part[]> {
  const { rows } = await tx.execute<{ kind: string; hash: string }>(sql`
    select kind, encode(hash, 'hex') as hash from checkpoint_parts where checkpoint_id = ${checkpointId} order by kind, place`);
  return rows.map(({ kind, hash }) => ({ kind: kindOf(kind), hash }));
}

interface Gathered {
  pieces: SnapshotPieces;
  /** Index in the list of its kind, by kind and hash. */
  placeOf: Map<string, number>;
  size: ExportSize | undefined;
}

async function addPieces(tx: Tx, projectId: Id, held: readonly Part[], gathered: Gathered): Promise<void> {
  const { pieces, placeOf, size } = gathered;
  const missing = Map.groupBy(
    held.filter(({ kind, hash }) => !placeOf.has(`${kind} ${hash}`)),
    ({ hash }) => hash,
  );
  const hashes = [...missing.keys()];
  for (let done = 0; done < hashes.length; done += PAGE) {
    const page = hashes.slice(done, done + PAGE);
    const { rows } = await tx.execute<{ hash: string; body: never }>(sql`
      select encode(p.hash, 'hex') as hash, p.body from checkpoint_pieces p
      join jsonb_array_elements_text(${JSON.stringify(page)}::jsonb) x on p.hash = decode(x.value, 'hex')
      where p.project_id = ${projectId}`);
    size?.add(rows);
    for (const { hash, body } of rows)
      for (const { kind } of missing.get(hash) ?? []) {
        placeOf.set(`${kind} ${hash}`, pieces[kind].length);
        pieces[kind].push(body);
      }
  }
}
