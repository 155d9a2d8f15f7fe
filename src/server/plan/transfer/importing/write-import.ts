import { sql } from 'drizzle-orm';
import type { Id } from '#contract/fields.ts';
import type { Requirement } from '#contract/requirement.ts';
import { insertNoteRows, linkNoteRows } from '#server/notes/index.ts';
import type { Context } from '#server/platform/context.ts';
import type { Tx } from '#server/platform/db/client.ts';
import { newId } from '#server/platform/id.ts';
import { replaceRoles, restorePrdVersions, storeRequirements } from '#server/prd/index.ts';
import type { ImportPart } from './import-parts.ts';

/** Writes the parts of an import as they come; task numbers are offset by `numbersAfter`. */
export async function writeImport(
  ctx: Context,
  tx: Tx,
  { id, numbersAfter }: { id: Id; numbersAfter: number },
  parts: AsyncIterable<ImportPart> | Iterable<ImportPart>,
): Promise<void> {
  const now = ctx.now();
  /** Hashes of the pieces, by index. */
  const hashes: string[] = [];
  const versions: Extract<ImportPart, { part: 'prd_version' }>['version'][] = [];
  let hasEdges = false;
  const requirements: { version: number; found: Requirement[] } = { version: 0, found: [] };
  for await (const each of parts) {
    if (each.part === 'rows')
      await tx.execute(sql`select baton_write_rows(${id}, ${each.json}::jsonb, ${now}, ${numbersAfter})`);
    else if (each.part === 'edges') {
      // Foreign key checks use plans cached per connection: one made while the tables were almost empty would scan all
      // tasks of the project for each row.
      if (!hasEdges) await tx.execute(sql`discard plans`);
      hasEdges = true;
      await tx.execute(sql`select baton_write_edges(${id}, ${each.json}::jsonb, ${now}, ${numbersAfter})`);
    } else if (each.part === 'notes') await insertNoteRows(tx, id, each.json);
    else if (each.part === 'note_links') await linkNoteRows(tx, id, each.json);
    else if (each.part === 'prd_version') versions.push(each.version);
    else if (each.part === 'prd_roles') await replaceRoles(tx, id, each.roles);
    else if (each.part === 'pieces') hashes.push(...(await keepPieces(tx, id, each.json)));
    else if (each.part === 'checkpoint') await keepCheckpoint(tx, id, each, hashes);
    else {
      requirements.version = each.version;
      requirements.found.push(...(JSON.parse(each.json) as Requirement[]));
    }
  }
  await restorePrdVersions(tx, id, versions);
  if (requirements.version > 0) await storeRequirements(tx, id, requirements);
}

async function keepPieces(tx: Tx, projectId: Id, json: string): Promise<string[]> {
  const { rows } = await tx.execute<{ hash: string }>(
    sql`select encode(hash, 'hex') as hash from baton_keep_pieces(${projectId}, ${json}::jsonb) order by at`,
  );
  return rows.map(({ hash }) => hash);
}

async function keepCheckpoint(
  tx: Tx,
  projectId: Id,
  checkpoint: Extract<ImportPart, { part: 'checkpoint' }>,
  hashes: readonly string[],
): Promise<void> {
  const { name, reason, author, created_at, tasks, done } = checkpoint;
  const id = newId();
  const parts = checkpoint.pieces.map(([kind, place, at]) => ({ kind, place, hash: hashes[at] }));
  await tx.execute(sql`
    with kept as (
      insert into checkpoints (id, project_id, name, reason, task_count, done_count, author, created_at)
      values (${id}, ${projectId}, ${name}, ${reason}, ${tasks}, ${done}, ${JSON.stringify(author)}::jsonb, ${created_at})
    )
    insert into checkpoint_parts (checkpoint_id, kind, place, project_id, hash)
    select ${id}, s.kind, s.place, ${projectId}, decode(s.hash, 'hex')
    from jsonb_to_recordset(${JSON.stringify(parts)}::jsonb) as s (kind text, place int, hash text)`);
}
