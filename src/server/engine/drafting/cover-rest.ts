import { TASK_LIST_NAME_MAX, TASK_TITLE_MAX } from '#contract/constants.ts';
import type { Requirement } from '#contract/requirement.ts';
import type { Plan } from './build-plan.ts';
import { cleanLine } from './clean-text.ts';

/** Marks tasks whose texts no model has to write. */
const PLAIN = 'plain-';
export const isPlain = ({ key }: { key: string }): boolean => key.startsWith(PLAIN);

/** More checks are split; the built-in planner has the same limit. */
const CHECKS_MAX = 24;

/**
 * Plain tasks for uncovered requirements, in the words of the PRD: one per heading, in the list of the nearest covered
 * requirement. Finished, open and deferred work are not mixed.
 */
export function coverRest(
  plan: Plan,
  rest: readonly Requirement[],
  { requirements, putOff }: { requirements: readonly Requirement[]; putOff: ReadonlySet<string> },
): Plan {
  if (rest.length === 0) return plan;
  const lists = [...plan.lists];
  const homes = findHomes(plan, requirements);
  const homeOf = ({ id, heading_path }: Requirement): string => {
    const home = homes.get(id);
    if (home !== undefined) return home;
    const name = cleanLine(heading_path[0] ?? '', TASK_LIST_NAME_MAX) || 'Tasks';
    const found = lists.find((list) => list.name === name);
    if (found !== undefined) return found.key;
    lists.push({ key: `${PLAIN}${lists.length}`, parent: null, name, brief: '' });
    return `${PLAIN}${lists.length - 1}`;
  };
  const groups = Map.groupBy(rest, ({ heading_path, done, id }) =>
    JSON.stringify([heading_path, done ?? false, putOff.has(id)]),
  );
  const added = [...groups.values()].flatMap(inPieces).map((group, place): Plan['tasks'][number] => {
    const [first] = group;
    const done = first?.done ?? false;
    return {
      key: `${PLAIN}${place}`,
      list: first === undefined ? '' : homeOf(first),
      title: cleanLine(first?.heading_path.at(-1) || first?.text || '', TASK_TITLE_MAX / 2) || 'Tasks',
      description: '',
      checks: [],
      done,
      parked: !done && putOff.has(first?.id ?? ''),
      requirement_ids: group.map(({ id }) => id),
      is_enabler: false,
      prd_lines: null,
      depends_on: [],
    };
  });
  return { lists, tasks: [...plan.tasks, ...added] };
}

const inPieces = (group: readonly Requirement[]): Requirement[][] =>
  Array.from({ length: Math.ceil(group.length / CHECKS_MAX) }, (_, n) =>
    group.slice(n * CHECKS_MAX, (n + 1) * CHECKS_MAX),
  );

/** For each requirement the list of the nearest covered one before it, else after it. */
function findHomes({ tasks }: Plan, requirements: readonly Requirement[]): Map<string, string> {
  const listOf = new Map(
    tasks.flatMap(({ list, requirement_ids }) => requirement_ids.map((id) => [id, list] as const)),
  );
  const homes = new Map<string, string>();
  for (const inOrder of [requirements, requirements.toReversed()]) {
    let nearest: string | undefined;
    for (const { id } of inOrder) {
      nearest = listOf.get(id) ?? nearest;
      if (nearest !== undefined && !homes.has(id)) homes.set(id, nearest);
    }
  }
  return homes;
}
