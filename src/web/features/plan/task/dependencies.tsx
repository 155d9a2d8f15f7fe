import { Plus, X } from 'lucide-react';
import { useRef, useState } from 'react';
import type { Task } from '#contract/task.ts';
import { useLockedProps } from '#web/lib/live/edit-lock.ts';
import { Button } from '#web/ui/button.tsx';
import { IconButton } from '#web/ui/icon-button.tsx';
import type { PlanView } from '../data/plan-view.ts';
import { DependencyPicker } from './dependency-picker.tsx';
import { HopGraph } from './hop-graph.tsx';
import { TaskLink } from './task-link.tsx';
import { useReturnFocus } from './use-return-focus.ts';
import typography from '#web/styles/typography.module.css';
import { cx } from '#web/ui/cx.ts';
import { SectionTitle } from '#web/ui/section-title.tsx';
import panel from '../plan-panel.module.css';
import { RowTools } from './row-tools.tsx';

interface DependenciesProps {
  plan: PlanView;
  task: Task;
  onSelect: (taskId: string) => void;
  /** The first depends on the second. */
  onAdd: (task: Task, dependsOnId: string) => void;
  onRemove: (task: Task, dependsOnId: string) => void;
}

/** Dependencies in both directions, as two lists and a graph. */
export function Dependencies({ plan, task, onSelect, onAdd, onRemove }: DependenciesProps) {
  const before = plan.blockedBy(task.id);
  const after = plan.blocks(task.id);
  return (
    <section aria-label="Dependencies">
      <div className={panel.twoColumns}>
        <Side
          title="Blocked by"
          none="Waits for nothing."
          plan={plan}
          task={task}
          others={before}
          onSelect={onSelect}
          onAdd={(id) => onAdd(task, id)}
          onRemove={(other) => onRemove(task, other.id)}
        />
        <Side
          title="Blocks"
          none="Nothing waits for it."
          plan={plan}
          task={task}
          others={after}
          onSelect={onSelect}
          onAdd={(id) => {
            const other = plan.tasks.get(id);
            if (other) onAdd(other, task.id);
          }}
          onRemove={(other) => onRemove(other, task.id)}
        />
      </div>
      {before.length + after.length > 0 && (
        <HopGraph task={task} before={before} after={after} held={plan.batonOf(task.id) !== undefined} />
      )}
    </section>
  );
}

interface SideProps {
  title: string;
  none: string;
  plan: PlanView;
  task: Task;
  others: readonly Task[];
  onSelect: (taskId: string) => void;
  onAdd: (taskId: string) => void;
  onRemove: (other: Task) => void;
}

function Side({ title, none, plan, task, others, onSelect, onAdd, onRemove }: SideProps) {
  const locked = useLockedProps();
  const [picking, setPicking] = useState(false);
  const [addButton, returnFocus] = useReturnFocus();
  const section = useRef<HTMLElement>(null);
  return (
    <section ref={section}>
      <SectionTitle>{title}</SectionTitle>
      {others.length === 0 && <p className={cx(typography.small, typography.tertiary)}>{none}</p>}
      <ul>
        {others.map((other) => (
          <li key={other.id}>
            <TaskLink task={other} onSelect={onSelect}>
              <RowTools>
                <IconButton
                  size="sm"
                  label={`Remove T${other.number} from "${title}"`}
                  icon={<X />}
                  {...locked}
                  onClick={() => {
                    onRemove(other);
                    section.current?.querySelector<HTMLElement>(':scope > button')?.focus();
                  }}
                />
              </RowTools>
            </TaskLink>
          </li>
        ))}
      </ul>
      {picking ? (
        <DependencyPicker
          label={`Add to "${title}"`}
          tasks={plan.order}
          without={new Set([task.id, ...others.map(({ id }) => id)])}
          onPick={(id) => {
            returnFocus();
            setPicking(false);
            onAdd(id);
          }}
          onClose={(wanted) => {
            returnFocus(wanted);
            setPicking(false);
          }}
        />
      ) : (
        <Button
          variant="ghost"
          size="sm"
          icon={<Plus />}
          ref={addButton}
          aria-label={`Add to "${title}"`}
          onClick={() => setPicking(true)}
          {...locked}
        >
          Add
        </Button>
      )}
    </section>
  );
}
