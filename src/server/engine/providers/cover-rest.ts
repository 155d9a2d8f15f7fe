import type { Requirement } from '#contract/requirement.ts';
import { TASK_CHECK_MAX, TASK_DESCRIPTION_MAX } from '#contract/constants.ts';
import { cleanLine, cleanText } from './clean-text.ts';
import type { Plan } from './read-plan.ts';

const TITLE_MAX = 80;

/**
 * A task for each requirement that no answer covered, in the words of the PRD: the least a plan owes it. It goes into
 * the list of the requirement nearest to it in the document.
 */
export function coverRest(plan: Plan, rest: readonly Requirement[], requirements: readonly Requirement[]): Plan {
  if (rest.length === 0) return plan;
  const places = new Map(requirements.map(({ id }, place) => [id, place]));
  const rootOf = findRoots(plan);
  const answered = plan.tasks.flatMap(({ list, requirement_ids }) =>
    requirement_ids.map((id) => ({ place: places.get(id) ?? 0, list: rootOf.get(list) ?? list })),
  );
  const lists = [...plan.lists];
  const homeOf = (place: number): string => {
    const nearest = answered.reduce<(typeof answered)[number] | undefined>(
      (best, next) => (best && Math.abs(best.place - place) <= Math.abs(next.place - place) ? best : next),
      undefined,
    );
    if (nearest !== undefined) return nearest.list;
    if (!lists.some(({ key }) => key === 'rest'))
      lists.push({ key: 'rest', parent: null, name: 'Requirements', brief: '' });
    return 'rest';
  };
  const added = rest.map((requirement): Plan['tasks'][number] => ({
    key: `rest/${requirement.id}`,
    list: homeOf(places.get(requirement.id) ?? 0),
    title: `Implement: ${cleanLine(requirement.text, TITLE_MAX) || requirement.id}`,
    description: cleanText(requirement.text, TASK_DESCRIPTION_MAX / 2),
    checks: (requirement.criteria ?? [requirement])
      .map(({ text }) => cleanLine(text, TASK_CHECK_MAX))
      .filter(Boolean)
      .slice(0, 20),
    requirement_ids: [requirement.id],
    is_enabler: false,
    prd_lines: null,
    depends_on: [],
  }));
  return { lists, tasks: [...plan.tasks, ...added] };
}

/** For each list, the root list it hangs under. */
function findRoots({ lists, tasks }: Plan): Map<string, string> {
  const listOf = new Map(tasks.map(({ key, list }) => [key, list]));
  const parentOf = new Map(lists.map(({ key, parent }) => [key, parent]));
  const rootOf = (key: string): string => {
    const parent = parentOf.get(key) ?? null;
    return parent === null ? key : rootOf(listOf.get(parent) ?? '');
  };
  return new Map(lists.map(({ key }) => [key, rootOf(key)]));
}
