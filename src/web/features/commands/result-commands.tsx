import { FileText, FolderOpen, SquareCheck, StickyNote } from 'lucide-react';
import type { NoteType } from '#contract/note.ts';
import { sayWhose } from '#contract/people-texts.ts';
import { NOTE_TEXTS } from '#contract/plan-texts.ts';
import type { ProjectSummary } from '#contract/project.ts';
import type { SearchHit } from '#contract/search.ts';
import type { Task } from '#contract/task.ts';
import { paths } from '#web/paths.ts';
import { StatusGlyph } from '#web/ui/status-glyph.tsx';
import type { Command } from './command.ts';
import { markHits } from './mark-hits.ts';

/** Tab parameter of a note type; other types are shown under All. */
const TAB_OF: Partial<Record<NoteType, string>> = {
  PROGRESS: 'progress',
  FILE_LIST: 'files',
  FINDING: 'findings',
  CONTEXT: 'context',
};

interface Search {
  projectId: string;
  words: readonly string[];
  go: (address: string) => () => void;
}

const taskAddress = (projectId: string, more: Record<string, string>) =>
  `${paths.tasks(projectId)}?${new URLSearchParams(more).toString()}`;

export const taskCommand = (task: Task, { projectId, words, go }: Search): Command => ({
  id: `task-${task.id}`,
  icon: <StatusGlyph status={task.status} label={task.status} />,
  number: `T${task.number}`,
  parts: markHits(task.title, words),
  aside: task.task_list_name,
  run: go(taskAddress(projectId, { task: task.id })),
});

/** A task found by the server, where the plan is not loaded. */
export const foundTask = (hit: SearchHit, { projectId, words, go }: Search): Command => ({
  id: `task-${hit.id}`,
  icon: <SquareCheck />,
  ...(hit.task_number !== null && { number: `T${hit.task_number}` }),
  parts: markHits(hit.title, words),
  run: go(taskAddress(projectId, { task: hit.id })),
});

export const noteCommand = (hit: SearchHit, { projectId, go }: Search): Command => ({
  id: `note-${hit.id}`,
  icon: <StickyNote />,
  parts: hit.snippet,
  aside: [hit.note_type && NOTE_TEXTS.types[hit.note_type], hit.task_number !== null && `T${hit.task_number}`]
    .filter(Boolean)
    .join(' · '),
  run: go(
    taskAddress(projectId, {
      ...(hit.task_id !== null && { task: hit.task_id }),
      tab: (hit.note_type && TAB_OF[hit.note_type]) ?? 'all',
    }),
  ),
});

export const prdCommand = (hit: SearchHit, { projectId, go }: Search): Command => ({
  id: `prd-${hit.id}`,
  icon: <FileText />,
  parts: hit.snippet,
  aside: hit.title,
  run: go(paths.prd(projectId)),
});

export const projectCommand = (
  project: Pick<ProjectSummary, 'id' | 'name' | 'role' | 'owner_name'>,
  { words, go }: Pick<Search, 'words' | 'go'>,
): Command => ({
  id: `project-${project.id}`,
  icon: <FolderOpen />,
  parts: markHits(project.name, words),
  ...(project.role !== 'owner' && { aside: sayWhose(project) }),
  run: go(paths.project(project.id)),
});
