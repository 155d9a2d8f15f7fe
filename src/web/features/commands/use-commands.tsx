import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useMatch, useNavigate } from 'react-router';
import type { Task } from '#contract/task.ts';
import { callEvery } from '#web/lib/net/api.ts';
import type { PlanData } from '#web/lib/live/plan-data.ts';
import { queryKeys } from '#web/lib/net/query-keys.ts';
import { paths } from '#web/paths.ts';
import type { CommandGroup } from './command.ts';
import type { Page } from './list-pages.ts';
import { wordsOf } from './mark-hits.ts';
import { rankTasks } from './rank-tasks.ts';
import { foundTask, noteCommand, prdCommand, projectCommand, taskCommand } from './result-commands.tsx';
import { useActions } from './use-actions.tsx';
import { useProjectSearch } from './use-project-search.ts';

const MOST_TASKS = 20;
const FEW = 5;

/** All commands that match the query: what can be done here, where to go, then what was found. */
export function useCommands(
  query: string,
  consolePages: readonly Page[],
): { groups: CommandGroup[]; failed: boolean; searching: boolean } {
  const cache = useQueryClient();
  const navigate = useNavigate();
  const projectId = useMatch(`${paths.projects}/:projectId/*`)?.params.projectId;
  const projects = useQuery({ queryKey: queryKeys.projects, queryFn: () => callEvery('GET /api/projects') });
  const { hits, failed, searching } = useProjectSearch(projectId, query);
  const words = wordsOf(query);
  const plan = projectId === undefined ? undefined : cache.getQueryData<PlanData>(queryKeys.plan(projectId));
  const go = (address: string) => () => void navigate(address);
  const actions = useActions({ consolePages, projectId, words, go });

  const search = { projectId: projectId ?? '', words, go };
  const ofKind = (kind: (typeof hits)[number]['kind']) => hits.filter((hit) => hit.kind === kind);
  // Where the plan is not loaded, as on the PRD screen, tasks come from the server's search too.
  const tasks = plan
    ? shownTasks(plan, query).map((task) => taskCommand(task, search))
    : ofKind('task').map((hit) => foundTask(hit, search));

  const groups: CommandGroup[] = [
    ...actions,
    { title: titleOfTasks(plan, words), commands: tasks },
    { title: 'Notes', commands: ofKind('note').map((hit) => noteCommand(hit, search)) },
    { title: 'PRD', commands: ofKind('prd').map((hit) => prdCommand(hit, search)) },
    {
      title: 'Projects',
      commands: (projects.data ?? [])
        .filter(({ name }) => words.every((word) => name.toLowerCase().includes(word)))
        .slice(0, FEW)
        .map((project) => projectCommand(project, search)),
    },
  ];
  return { groups: groups.filter(({ commands }) => commands.length > 0), failed, searching };
}

function titleOfTasks(plan: PlanData | undefined, words: readonly string[]) {
  if (!plan) return 'Tasks';
  return words.length === 0 ? 'In progress' : `Tasks in ${plan.project.name}`;
}

/** Without a query: the tasks in progress. */
function shownTasks(plan: PlanData, query: string): Task[] {
  if (query.trim() !== '') return rankTasks(plan.tasks, query, MOST_TASKS);
  return [...plan.tasks.values()].filter((task) => task.status === 'wip').slice(0, FEW);
}
