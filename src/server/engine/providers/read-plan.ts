import { OPERATIONAL_BRIEF_MAX, TASK_CHECKS_MAX, TASK_CHECK_MAX, TASK_DESCRIPTION_MAX } from '#contract/constants.ts';
import type { DraftList, DraftTask } from '#contract/plan-draft.ts';
import { cleanLine, cleanText } from './clean-text.ts';
import type { SectionAnswer } from './read-answer.ts';

/** A plan on its way to becoming a draft: the same rows, under keys that are not final yet. */
export interface Plan {
  lists: DraftList[];
  tasks: DraftTask[];
}

/** A model's titles are short; the plan's own limits leave room for what we add to them. */
const TITLE_MAX = 200;
const NAME_MAX = 120;

/**
 * An answer as rows of a plan. The keys are the model's words: they are looked up among what it gave, and what points
 * nowhere is put where it does no harm.
 */
export function readPlan(
  answer: SectionAnswer,
  scope: string,
  section: string,
  lists: readonly DraftList[] = [],
): Plan {
  const plan: Plan = { lists: [], tasks: [] };
  const listKeys = new Map(lists.map(({ key }) => [key, key]));
  const taskKeys = new Map<string, string>();
  for (const [place, { key }] of answer.tasks.entries()) {
    if (!taskKeys.has(key)) taskKeys.set(key, `${scope}/t${place}`);
  }
  for (const [place, list] of answer.lists.entries()) {
    if (listKeys.has(list.key)) continue;
    const key = `${scope}/l${place}`;
    listKeys.set(list.key, key);
    plan.lists.push({
      key,
      parent: taskKeys.get(list.parent ?? '') ?? null,
      name: cleanLine(list.name, NAME_MAX) || section || 'Tasks',
      brief: cleanText(list.brief, OPERATIONAL_BRIEF_MAX / 2),
    });
  }
  const home = () => {
    const root = plan.lists.find(({ parent }) => parent === null) ?? lists.find(({ parent }) => parent === null);
    if (root !== undefined) return root.key;
    plan.lists.unshift({ key: `${scope}/l`, parent: null, name: section || 'Tasks', brief: '' });
    return `${scope}/l`;
  };
  for (const [place, task] of answer.tasks.entries()) {
    const title = cleanLine(task.title, TITLE_MAX);
    if (title === '') continue;
    plan.tasks.push({
      key: `${scope}/t${place}`,
      list: listKeys.get(task.list) ?? home(),
      title,
      description: cleanText(task.description, TASK_DESCRIPTION_MAX / 2),
      checks: readChecks(task.checks),
      requirement_ids: [...new Set(task.requirements)],
      is_enabler: task.enabler,
      prd_lines: null,
      depends_on: [...new Set(task.after.flatMap((key) => taskKeys.get(key) ?? []))],
    });
  }
  return plan;
}

const readChecks = (checks: readonly string[]): string[] =>
  checks
    .map((check) => cleanLine(check, TASK_CHECK_MAX))
    .filter((check) => check !== '')
    .slice(0, TASK_CHECKS_MAX);
