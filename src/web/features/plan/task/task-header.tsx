import { ArrowDown, ArrowUp, ChevronRight, Link2, PanelLeft } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Task } from '#contract/task.ts';
import { IconButton } from '#web/ui/icon-button.tsx';
import type { PlanView } from '../data/plan-view.ts';
import { copySaid } from './copy-said.ts';
import { neighboursOf } from './next-tasks.ts';
import icon from '#web/styles/icon.module.css';
import layout from '#web/styles/layout.module.css';
import { cx } from '#web/ui/cx.ts';
import { PanelHeader } from '#web/ui/panel.tsx';
import styles from './task-header.module.css';

interface TaskHeaderProps {
  plan: PlanView;
  task: Task;
  onSelect: (taskId: string) => void;
  onSelectList?: ((listId: string) => void) | undefined;
  onCollapse: () => void;
  actions?: ReactNode;
}

/** Breadcrumb, previous and next task, link. */
export function TaskHeader({ plan, task, onSelect, onSelectList, onCollapse, actions }: TaskHeaderProps) {
  const { root, ancestors } = plan.pathOf(task.id);
  const { previous, next } = neighboursOf(plan, task);
  return (
    <PanelHeader>
      <nav className={styles.path} aria-label="Task path">
        <ol>
          {root && (
            <li>
              {onSelectList ? (
                <button type="button" className={styles.ancestor} onClick={() => onSelectList(root.id)}>
                  {root.name}
                </button>
              ) : (
                <span>{root.name}</span>
              )}
            </li>
          )}
          {ancestors.map((each) => (
            <li key={each.id}>
              <ChevronRight className={icon.size12} />
              <button type="button" className={styles.ancestor} onClick={() => onSelect(each.id)}>
                {each.title}
              </button>
            </li>
          ))}
        </ol>
      </nav>
      <span className={layout.grow} />
      <span className={cx(layout.row, layout.gap4, styles.tools)}>
        <IconButton
          size="sm"
          label="Previous task"
          icon={<ArrowUp />}
          disabled={!previous}
          onClick={() => previous && onSelect(previous.id)}
        />
        <IconButton
          size="sm"
          label="Next task"
          icon={<ArrowDown />}
          disabled={!next}
          onClick={() => next && onSelect(next.id)}
        />
        <IconButton
          size="sm"
          label="Copy link to task"
          shortcut="y l"
          icon={<Link2 />}
          onClick={() => void copySaid(window.location.href, 'Link')}
        />
        {actions}
        <IconButton
          size="sm"
          className={layout.hiddenOnPhone}
          label="Collapse task panel"
          icon={<PanelLeft />}
          onClick={onCollapse}
        />
      </span>
    </PanelHeader>
  );
}
