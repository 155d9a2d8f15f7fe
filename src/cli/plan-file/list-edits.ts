import type { TaskList } from '#contract/task.ts';
import type { PlanOp } from '#contract/tools.ts';
import type { KnownPlan } from './document-of.ts';
import { longestRun } from './longest-run.ts';
import type { DocumentList, PlanDocument } from './plan-document.ts';

/** The edits that make the lists at the root what the file says: names first, then new ones, places and briefs. */
export function listEdits(
  { lists }: PlanDocument,
  plan: KnownPlan,
  matched: ReadonlyMap<DocumentList, TaskList>,
): PlanOp[] {
  const roots = plan.task_lists.filter(({ parent_task_id }) => parent_task_id === null);
  const placeOf = new Map(roots.map(({ id }, place) => [id, place]));
  const known = lists.filter((list) => matched.has(list));
  const staying = longestRun(known.map((list) => placeOf.get(matched.get(list)?.id ?? ('' as TaskList['id'])) ?? 0));
  const stays = new Set(known.filter((_, place) => staying.has(place)));
  const nameOf = (list: DocumentList) => matched.get(list)?.id ?? list.name;
  const placing = lists.flatMap((list, place): PlanOp[] => {
    const before = lists[place - 1];
    const after = before === undefined ? {} : { after: nameOf(before) };
    if (stays.has(list)) return [];
    if (matched.has(list)) return [{ op: 'list_move', list: nameOf(list), ...after }];
    const add: PlanOp = {
      op: 'list_add',
      name: list.name,
      ...(list.brief === '' ? {} : { brief: list.brief }),
      ...after,
    };
    return before === undefined && roots.length > 0 ? [add, { op: 'list_move', list: list.name }] : [add];
  });
  const briefs = lists.flatMap((list): PlanOp[] => {
    const list_ = matched.get(list);
    return list_ === undefined || list_.operational_brief === list.brief
      ? []
      : [{ op: 'list_update', list: list_.id, brief: list.brief }];
  });
  return [...renames(roots, matched), ...placing, ...briefs];
}

/** Two lists cannot have one name even for a moment: where names go round, one list waits under another name. */
function renames(roots: readonly TaskList[], matched: ReadonlyMap<DocumentList, TaskList>): PlanOp[] {
  const names = new Map(roots.map(({ id, name }) => [id, name]));
  let waiting = [...matched].flatMap(([{ name }, { id, name: now }]) => (name === now ? [] : [{ id, name }]));
  const ops: PlanOp[] = [];
  const rename = (id: TaskList['id'], name: string) => {
    names.set(id, name);
    ops.push({ op: 'list_update', list: id, name });
  };
  while (waiting.length > 0) {
    const inTheWay = ({ id, name }: (typeof waiting)[number]) =>
      [...names].find(([other, now]) => other !== id && now.toLowerCase() === name.toLowerCase())?.[0];
    const next = waiting.find((each) => inTheWay(each) === undefined);
    const blocked = waiting.find((each) => waiting.some(({ id }) => id === inTheWay(each)));
    if (next === undefined && blocked !== undefined) {
      const other = inTheWay(blocked);
      if (other !== undefined) rename(other, `(${other})`);
      continue;
    }
    // Where a list that keeps its name is in the way, the server says so.
    const one = next ?? waiting[0];
    if (one === undefined) break;
    rename(one.id, one.name);
    waiting = waiting.filter((each) => each !== one);
  }
  return ops;
}
