import { useQuery, useQueryClient } from '@tanstack/react-query';
import { ArrowRight, Command as ActionIcon, FileText, FolderOpen, SquareCheck, StickyNote } from 'lucide-react';
import { useMatch, useNavigate } from 'react-router';
import type { NoteType } from '#contract/note.ts';
import { PRD_TEXTS } from '#contract/prd-texts.ts';
import { NOTE_TEXTS } from '#contract/plan-texts.ts';
import { PROJECT_SETTINGS_TEXTS } from '#contract/project-settings-texts.ts';
import type { SearchHit } from '#contract/search.ts';
import type { Task } from '#contract/task.ts';
import { callEvery } from '#web/lib/net/api.ts';
import type { PlanData } from '#web/lib/live/plan-data.ts';
import { useHasPlans } from '#web/lib/net/instance.ts';
import { queryKeys } from '#web/lib/net/query-keys.ts';
import type { Shortcut } from '#web/lib/keys/shortcuts.ts';
import { useShortcutList } from '#web/lib/keys/use-shortcut.ts';
import { paths } from '#web/paths.ts';
import { StatusGlyph } from '#web/ui/status-glyph.tsx';
import type { Command, CommandGroup } from './command.ts';
import { markHits, wordsOf } from './mark-hits.ts';
import { rankTasks } from './rank-tasks.ts';
import { useProjectSearch } from './use-project-search.ts';

const MOST_TASKS = 20;
const FEW = 5;
const OWN_KEYS = ['mod+k', 'escape', 'esc'];
/** Tab parameter of a note type; other types are shown under All. */
const TAB_OF: Partial<Record<NoteType, string>> = {
  PROGRESS: 'progress',
  FILE_LIST: 'files',
  FINDING: 'findings',
  CONTEXT: 'context',
};

/** All commands that match the query, in groups. */
export function useCommands(query: string): { groups: CommandGroup[]; failed: boolean; searching: boolean } {
  const cache = useQueryClient();
  const navigate = useNavigate();
  const projectId = useMatch(`${paths.projects}/:projectId/*`)?.params.projectId;
  const projects = useQuery({ queryKey: queryKeys.projects, queryFn: () => callEvery('GET /api/projects') });
  const shortcuts = useShortcutList();
  const hasPlans = useHasPlans();
  const { hits, failed, searching } = useProjectSearch(projectId, query);
  const words = wordsOf(query);
  const plan = projectId === undefined ? undefined : cache.getQueryData<PlanData>(queryKeys.plan(projectId));
  const go = (address: string) => () => void navigate(address);
  const hasWords = (text: string) => words.every((word) => text.toLowerCase().includes(word));

  const taskAddress = (more: Record<string, string>) =>
    `${paths.tasks(projectId ?? '')}?${new URLSearchParams(more).toString()}`;
  const taskCommand = (task: Task): Command => ({
    id: `task-${task.id}`,
    icon: <StatusGlyph status={task.status} label={task.status} />,
    number: `T${task.number}`,
    parts: markHits(task.title, words),
    aside: task.task_list_name,
    run: go(taskAddress({ task: task.id })),
  });
  const foundTask = (hit: SearchHit): Command => ({
    id: `task-${hit.id}`,
    icon: <SquareCheck />,
    ...(hit.task_number !== null && { number: `T${hit.task_number}` }),
    parts: markHits(hit.title, words),
    run: go(taskAddress({ task: hit.id })),
  });
  const noteCommand = (hit: SearchHit): Command => ({
    id: `note-${hit.id}`,
    icon: <StickyNote />,
    parts: hit.snippet,
    aside: [hit.note_type && NOTE_TEXTS.types[hit.note_type], hit.task_number !== null && `T${hit.task_number}`]
      .filter(Boolean)
      .join(' · '),
    run: go(
      taskAddress({
        ...(hit.task_id !== null && { task: hit.task_id }),
        tab: (hit.note_type && TAB_OF[hit.note_type]) ?? 'all',
      }),
    ),
  });

  // Where the plan is not loaded, as on the PRD screen, tasks come from the server's search too.
  const tasks = plan
    ? shownTasks(plan, query).map(taskCommand)
    : hits.filter((hit) => hit.kind === 'task').map(foundTask);

  const groups: CommandGroup[] = [
    { title: plan ? `Tasks in ${plan.project.name}` : 'Tasks', commands: tasks },
    { title: 'Notes', commands: hits.filter((hit) => hit.kind === 'note').map(noteCommand) },
    {
      title: 'PRD',
      commands: hits
        .filter((hit) => hit.kind === 'prd')
        .map((hit) => ({
          id: `prd-${hit.id}`,
          icon: <FileText />,
          parts: hit.snippet,
          aside: hit.title,
          run: go(paths.prd(projectId ?? '')),
        })),
    },
    {
      title: 'Projects',
      commands: (projects.data ?? [])
        .filter(({ name }) => hasWords(name))
        .slice(0, FEW)
        .map(({ id, name }) => ({
          id: `project-${id}`,
          icon: <FolderOpen />,
          parts: markHits(name, words),
          run: go(paths.project(id)),
        })),
    },
    {
      title: 'Pages',
      commands: listPages(projectId, { hasPlans, isPlanned: plan === undefined || plan.tasks.size > 0 })
        .filter(({ label }) => query.trim() !== '' && hasWords(label))
        .map(({ label, address }) => ({
          id: `page-${label}`,
          icon: <ArrowRight />,
          parts: markHits(label, words),
          run: go(address),
        })),
    },
    {
      title: 'Actions',
      commands: listActions(shortcuts)
        .filter(({ label, group }) => hasWords(`${label} ${group ?? ''}`))
        .map(({ keys, label, run }) => ({
          id: `action-${keys}`,
          icon: <ActionIcon />,
          parts: markHits(label, words),
          keys,
          run: () => void run(),
        })),
    },
  ];
  return { groups: groups.filter(({ commands }) => commands.length > 0), failed, searching };
}

/** Without a query: the tasks in progress. */
function shownTasks(plan: PlanData, query: string): Task[] {
  if (query.trim() !== '') return rankTasks(plan.tasks, query, MOST_TASKS);
  return [...plan.tasks.values()].filter((task) => task.status === 'wip').slice(0, FEW);
}

const listPages = (
  projectId: string | undefined,
  { hasPlans, isPlanned }: { hasPlans: boolean; isPlanned: boolean },
) => [
  { label: 'Connect an agent', address: projectId === undefined ? paths.apiKeys : paths.connectAgent(projectId) },
  ...(projectId === undefined
    ? []
    : [
        { label: 'Tasks and notes', address: paths.tasks(projectId) },
        { label: isPlanned ? PRD_TEXTS.titleWithPlan : PRD_TEXTS.title, address: paths.prd(projectId) },
        { label: PROJECT_SETTINGS_TEXTS.title, address: paths.projectSettings(projectId) },
      ]),
  { label: 'Projects', address: paths.projects },
  { label: 'API Keys', address: paths.apiKeys },
  { label: 'Account', address: paths.profile },
  ...(hasPlans ? [{ label: 'Subscription', address: paths.subscription }] : []),
];

/** Of equal keys the last registered one, which is the one that the key runs. Shortcuts bound to an element are left out. */
function listActions(shortcuts: readonly Shortcut[]): Shortcut[] {
  const usable = shortcuts.filter(({ keys, within }) => within === undefined && !OWN_KEYS.includes(keys));
  return [...new Map(usable.map((each) => [each.keys, each])).values()];
}
