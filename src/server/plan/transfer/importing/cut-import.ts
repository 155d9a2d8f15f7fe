import type { PlanImport } from '../plan-import.ts';
import type { Snapshot } from '../../checkpoints/snapshot.ts';
import { cutCheckpoints } from './cut-checkpoints.ts';
import { type ImportPart, PART_CHARACTERS } from './import-parts.ts';

/** Splits an import into parts that can be written in sequence: no part references a row of a later one. */
export function* cutImport(incoming: PlanImport): Generator<ImportPart> {
  yield* cutPlan(incoming.plan);
  for (const json of cutRows(incoming.notes)) yield { part: 'notes', json };
  // A note may reference a later one: links are set after all were inserted.
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
  const rows = (part: { task_lists?: string; tasks?: string }): ImportPart => ({
    part: 'rows',
    json: `{"task_lists":${part.task_lists ?? '[]'},"tasks":${part.tasks ?? '[]'},"dependencies":[]}`,
  });
  for (const depth of [...new Set([...lists.keys(), ...levels.keys()])].toSorted((a, b) => a - b)) {
    for (const json of cutRows(lists.get(depth) ?? [])) yield rows({ task_lists: json });
    for (const json of cutRows(levels.get(depth) ?? [])) yield rows({ tasks: json });
  }
  const numberOf = new Map(tasks.map(({ id, number }) => [id, number]));
  const edges = dependencies.map((each) => [numberOf.get(each.task_id), numberOf.get(each.depends_on_id)]);
  for (const json of cutRows(edges)) yield { part: 'edges', json };
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
