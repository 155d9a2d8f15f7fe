import { FileText, List } from 'lucide-react';
import type { Task, TaskList } from '#contract/plan.ts';
import { PLAN_TEXTS as T } from '#contract/texts.ts';
import { paths } from '#web/paths.ts';
import { ButtonLink } from '#web/ui/button.tsx';
import { cx } from '#web/ui/cx.ts';
import { Tag } from '#web/ui/labels.tsx';
import { EmptyState } from '#web/ui/states.tsx';
import { StatusGlyph } from '#web/ui/status-glyph.tsx';
import { type ListNode, nestTasks, type TaskNode } from './nest-tasks.ts';

export function PlanTree({
  projectId,
  tasks,
  lists,
}: {
  projectId: string;
  tasks: readonly Task[];
  lists: readonly TaskList[];
}) {
  if (tasks.length === 0) {
    return (
      <EmptyState
        icon={List}
        title={T.empty}
        hint={T.emptyHint}
        action={
          <ButtonLink to={paths.prd(projectId)} icon={<FileText />}>
            Open PRD
          </ButtonLink>
        }
      />
    );
  }
  return nestTasks(tasks, lists).map((node) => <RootList key={node.list.id} node={node} />);
}

function RootList({ node }: { node: ListNode }) {
  const id = `list-${node.list.id}`;
  return (
    <section className="card plan-list" aria-labelledby={id}>
      <h2 id={id}>{node.list.name}</h2>
      {node.list.operational_brief !== '' && <p className="t2">{node.list.operational_brief}</p>}
      <Tasks nodes={node.tasks} />
    </section>
  );
}

function Tasks({ nodes }: { nodes: readonly TaskNode[] }) {
  return (
    <ul>
      {nodes.map(({ task, children }) => (
        <li key={task.id}>
          <div className="plan-row">
            <StatusGlyph status={task.status} label={task.status} />
            <span className={cx('plan-title', task.status === 'done' && 'done')}>{task.title}</span>
            {task.status !== 'open' && <Tag kind={task.status}>{task.status.toUpperCase()}</Tag>}
          </div>
          {children.map((child) => (
            <Tasks key={child.list.id} nodes={child.tasks} />
          ))}
        </li>
      ))}
    </ul>
  );
}
