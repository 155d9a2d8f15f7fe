import { PanelRight } from 'lucide-react';
import { useCallback, useEffect, useId, useLayoutEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router';
import type { Baton, NoteCount } from '#contract/plan.ts';
import type { Task } from '#contract/task.ts';
import { IconButton } from '#web/ui/icon-button.tsx';
import { Tabs } from '#web/ui/tabs.tsx';
import { NoteComposer } from './note-composer.tsx';
import type { NewNote } from './note-edits.ts';
import type { NoteListHandle } from './note-list.tsx';
import { NotesContent } from './notes-content.tsx';
import { NotesTools } from './notes-tools.tsx';
import { countTabs, type NotesSort, type NotesTab, TABS, typeOf } from './tabs.ts';
import { useExpansion } from './use-expansion.ts';
import { useNoteEdits } from './use-note-edits.ts';
import { useNotesKeys } from './use-notes-keys.ts';
import layout from '#web/styles/layout.module.css';
import { Panel, PanelBody, PanelHeader, PanelTitle } from '#web/ui/panel.tsx';
import styles from './notes-panel.module.css';

const NONE: readonly Baton[] = [];
const noQuestion = () => undefined;

export interface NotesPanelProps {
  projectId: string;
  /** Without one the notes of the whole project are shown. */
  task: Task | undefined;
  taskTitleOf: (taskId: string) => string | undefined;
  /** Id of the question of a task that waits for its answer. */
  openQuestionOf?: ((taskId: string) => string | undefined) | undefined;
  /** The project's repository, for links to commits and branches. */
  repositoryUrl?: string | null | undefined;
  tab: NotesTab;
  onTab: (tab: NotesTab) => void;
  sort: NotesSort;
  onSort: (sort: NotesSort) => void;
  onClearTask: () => void;
  onSelectTask: (taskId: string) => void;
  onCollapse?: (() => void) | undefined;
  noteCounts: readonly NoteCount[];
  /** Held batons: a note of a holder on its task is marked. */
  batons?: readonly Baton[] | undefined;
  /** Notes to highlight briefly because somebody else changed them. */
  recentChanges?: ReadonlyMap<string, number> | undefined;
}

export function NotesPanel(props: NotesPanelProps) {
  const { projectId, task, taskTitleOf, tab, onTab, sort, onSort, onClearTask, onSelectTask, onCollapse } = props;
  const id = useId();
  const box = useRef<HTMLDivElement>(null);
  const list = useRef<NoteListHandle>(null);
  const { edits, changes } = useNoteEdits(projectId);
  const expansion = useExpansion();
  const [target, setTarget] = useTarget();
  const counts = countTabs(props.noteCounts, task?.id);
  const toggleAll = expansion.toggleAll;
  useNotesKeys({ focus: () => box.current?.focus(), onTab, sort, onSort, toggleAll });

  const latest = useRef(onSelectTask);
  useEffect(() => {
    latest.current = onSelectTask;
  });
  const selectTask = useCallback((taskId: string) => latest.current(taskId), []);

  const listName = `${task?.id ?? ''} ${tab} ${sort}`;
  // A different list starts scrolled to the top.
  useLayoutEffect(() => {
    if (box.current) box.current.scrollTop = 0;
  }, [listName]);

  // The note of a deep link may be of any type.
  useEffect(() => {
    if (target !== undefined && tab !== 'all') onTab('all');
  }, [target, tab, onTab]);

  const add = (note: Pick<NewNote, 'type' | 'body'>) => {
    if (typeOf(tab) !== undefined && typeOf(tab) !== note.type) onTab('all');
    list.current?.toNewest();
    return edits.add({ ...note, taskId: task?.id });
  };

  return (
    <Panel className={styles.panel} aria-label="Notes">
      <PanelHeader withTabs>
        <PanelTitle hidden>Notes</PanelTitle>
        <Tabs
          id={id}
          label="Note type"
          tabs={TABS.map(({ value, label }) => ({ value, label, count: counts[value] }))}
          value={tab}
          onChange={onTab}
          variant="panel-head"
        />
        <span className={layout.grow} />
        {onCollapse && (
          <IconButton size="sm" label="Collapse notes panel" shortcut="]" icon={<PanelRight />} onClick={onCollapse} />
        )}
      </PanelHeader>
      <NotesTools
        title={task?.title}
        onClearTask={onClearTask}
        isAllOpen={expansion.isAllOpen}
        onToggleAll={toggleAll}
        sort={sort}
        onSort={onSort}
      />
      <PanelBody ref={box} role="tabpanel" id={`${id}-${tab}-panel`} aria-labelledby={`${id}-${tab}-tab`} tabIndex={0}>
        <NotesContent
          key={listName}
          projectId={projectId}
          task={task}
          tab={tab}
          onTab={onTab}
          counts={counts}
          sort={sort}
          box={box}
          list={list}
          isOpen={expansion.isOpen}
          onToggle={expansion.toggle}
          edits={edits}
          changes={changes}
          recentChanges={props.recentChanges}
          taskTitleOf={taskTitleOf}
          openQuestionOf={props.openQuestionOf ?? noQuestion}
          repositoryUrl={props.repositoryUrl ?? null}
          batons={props.batons ?? NONE}
          onSelectTask={task ? undefined : selectTask}
          // The list of another tab would not find it and clear it as deleted.
          target={tab === 'all' ? target : undefined}
          onTarget={setTarget}
        />
      </PanelBody>
      <NoteComposer
        key={task?.id ?? ''}
        name={`${projectId}:${task?.id ?? ''}`}
        about={task ? 'this task' : 'the project'}
        defaultType={typeOf(tab) ?? 'CONTEXT'}
        onAdd={add}
      />
    </Panel>
  );
}

/** The note in the URL fragment ("#note-…"), until it is scrolled into view; links between notes set it too. */
function useTarget() {
  const { hash } = useLocation();
  const [seen, setSeen] = useState('');
  const [target, setTarget] = useState<string>();
  if (hash !== seen) {
    setSeen(hash);
    if (hash.startsWith('#note-')) setTarget(hash.slice('#note-'.length));
  }
  return [target, setTarget] as const;
}
