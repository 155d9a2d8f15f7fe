import { Link2 } from 'lucide-react';
import { createContext, memo, use } from 'react';
import type { TracedRequirement } from '#contract/requirement.ts';
import type { Task } from '#contract/task.ts';
import { paths } from '#web/paths.ts';
import { copyText } from '#web/ui/copy-text.ts';
import { cx } from '#web/ui/cx.ts';
import { Menu } from '#web/ui/menu.tsx';
import { MenuItem, MenuSeparator } from '#web/ui/menu-items.tsx';
import { StatusGlyph } from '#web/ui/status-glyph.tsx';
import { toast } from '#web/ui/toast.ts';
import { linesOf, STATE_WORDS } from './state-words.ts';

export type LinkedTask = Pick<Task, 'id' | 'number' | 'title' | 'status'>;

export interface Traces {
  projectId: string;
  requirements: ReadonlyMap<string, TracedRequirement>;
  tasks: ReadonlyMap<string, LinkedTask> | undefined;
}

/** The text is drawn once; how each requirement stands comes this way, so that a change draws only its mark again. */
export const TracesContext = createContext<Traces | undefined>(undefined);

/** How a requirement stands, at the end of its line; opened, the tasks that answer it. */
export const RequirementMark = memo(function RequirementMark({ 'data-mark': id = '' }: { 'data-mark'?: string }) {
  const traces = use(TracesContext);
  const requirement = traces?.requirements.get(id);
  if (!traces || !requirement) return null;
  return <Mark traces={traces} requirement={requirement} />;
});

function Mark({ traces, requirement }: { traces: Traces; requirement: TracedRequirement }) {
  const { word, icon: Icon } = STATE_WORDS[requirement.state];
  const tasks = requirement.task_ids.flatMap((id) => traces.tasks?.get(id) ?? []);
  const copyLink = async () => {
    const address = new URL(paths.livingPrd(traces.projectId, requirement.start_line), location.origin);
    const copied = await copyText(address.href);
    toast(copied ? { variant: 'success', title: 'Copied!' } : { variant: 'destructive', title: 'Copy Failed' });
  };
  return (
    <Menu
      label={`Tasks for ${linesOf(requirement)}`}
      align="start"
      trigger={(props) => (
        <button
          {...props}
          type="button"
          className={cx('req-mark', requirement.state)}
          aria-label={`${word}, ${linesOf(requirement)}, ${countOf(tasks.length)}`}
        >
          <Icon className="s12" />
          <span>{word}</span>
          {tasks.length > 1 && <span className="n">{tasks.length}</span>}
        </button>
      )}
    >
      {tasks.map((task) => (
        <MenuItem
          key={task.id}
          icon={<StatusGlyph status={task.status} label={task.status} />}
          to={paths.task(traces.projectId, task.id)}
        >
          <span className="no">T{task.number}</span> {task.title}
        </MenuItem>
      ))}
      {tasks.length > 0 && <MenuSeparator />}
      <MenuItem icon={<Link2 />} onSelect={() => void copyLink()}>
        {tasks.length === 0 ? 'No task answers it yet. Copy its link' : 'Copy link to this line'}
      </MenuItem>
    </Menu>
  );
}

const countOf = (tasks: number) => (tasks === 0 ? 'no task' : tasks === 1 ? '1 task' : `${tasks} tasks`);
