import { ListTree } from 'lucide-react';
import { useState } from 'react';
import type { Task } from '#contract/task.ts';
import { useLockedProps } from '#web/lib/live/edit-lock.ts';
import { Button } from '#web/ui/button.tsx';
import type { PlanView } from '../data/plan-view.ts';
import { BreakDownDialog } from './break-down-dialog.tsx';
import { upNext } from './next-tasks.ts';
import { TaskLink } from './task-link.tsx';
import typography from '#web/styles/typography.module.css';
import { cx } from '#web/ui/cx.ts';
import { formatNumber } from '#contract/counted.ts';
import { SectionTitle } from '#web/ui/section-title.tsx';

const SHOWN = 12;
const NEXT = 3;

interface SubtasksProps {
  plan: PlanView;
  task: Task;
  onSelect: (taskId: string) => void;
  onBreakDown: (titles: string[], brief: string) => Promise<boolean>;
}

/** Subtasks; for a task without any, the next tasks of its list. */
export function Subtasks({ plan, task, onSelect, onBreakDown }: SubtasksProps) {
  const locked = useLockedProps();
  const [dividing, setDividing] = useState(false);
  const [all, setAll] = useState(false);
  const children = plan.childrenOf(task.id);
  const { done, total } = plan.countOf(task.id);
  const rows = children.length > 0 ? children.slice(0, all ? children.length : SHOWN) : upNext(plan, task, NEXT);
  return (
    <section>
      <SectionTitle>
        {children.length > 0 ? (
          <>
            Subtasks{' '}
            <span
              className={cx(typography.mono, typography.micro)}
            >{`${formatNumber(done)}/${formatNumber(total)}`}</span>
          </>
        ) : (
          'Up next in this list'
        )}
      </SectionTitle>
      {rows.length === 0 && <p className={cx(typography.small, typography.tertiary)}>Nothing open after this one.</p>}
      <ul>
        {rows.map((each) => (
          <li key={each.id}>
            <TaskLink task={each} onSelect={onSelect} />
          </li>
        ))}
      </ul>
      {children.length > rows.length && (
        <Button variant="ghost" size="sm" onClick={() => setAll(true)}>
          Show all {formatNumber(children.length)}
        </Button>
      )}
      <Button variant="ghost" size="sm" icon={<ListTree />} onClick={() => setDividing(true)} {...locked}>
        {children.length > 0 ? 'Add subtasks…' : 'Break down…'}
      </Button>
      {dividing && (
        <BreakDownDialog
          task={task}
          divided={children.length > 0}
          onClose={() => setDividing(false)}
          onBreakDown={onBreakDown}
        />
      )}
    </section>
  );
}
