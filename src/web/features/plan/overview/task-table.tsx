import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual';
import { ListFilter } from 'lucide-react';
import { useLayoutEffect, useMemo, useRef, useState } from 'react';
import { counted, formatNumber } from '#contract/counted.ts';
import { QUESTION_TEXTS } from '#contract/question-texts.ts';
import type { Task } from '#contract/task.ts';
import { plainLine } from '#markdown/plain-text.ts';
import { Button } from '#web/ui/button.tsx';
import { cx } from '#web/ui/cx.ts';
import { Tag } from '#web/ui/tag.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { StatusGlyph } from '#web/ui/status-glyph.tsx';
import { isAsking } from '../data/needs-you.ts';
import type { PlanView } from '../data/plan-view.ts';
import { isFiltering, type PlanFilters } from '../tree/filter-plan.ts';
import { listTasks } from './list-tasks.ts';
import typography from '#web/styles/typography.module.css';
import { SectionTitle } from '#web/ui/section-title.tsx';
import { TaskName, TaskNumber } from '../task/task-name.tsx';
import styles from './task-table.module.css';

const ROW = 30;

interface TaskTableProps {
  plan: PlanView;
  filters: PlanFilters;
  pending: ReadonlySet<string>;
  /** Scroll container of the panel; the list has none of its own. */
  scroller: HTMLElement | null;
  onSelect: (taskId: string) => void;
  onClearFilters?: (() => void) | undefined;
}

/** Filtered tasks as a flat, virtualised list. */
export function TaskTable({ plan, filters, pending, scroller, onSelect, onClearFilters }: TaskTableProps) {
  const tasks = useMemo(() => listTasks(plan, filters, pending), [plan, filters, pending]);
  const list = useRef<HTMLUListElement>(null);
  const above = useHeightAbove(list, scroller);
  const [focused, setFocused] = useState<string>();
  const kept = focused === undefined ? -1 : tasks.findIndex((task) => task.id === focused);
  // The virtualizer's unstable functions are used during this render only and passed to no memoized child.
  // oxlint-disable-next-line react/incompatible-library
  const rows = useVirtualizer({
    count: tasks.length,
    getScrollElement: () => scroller,
    estimateSize: () => ROW,
    getItemKey: (index) => tasks[index]?.id ?? index,
    overscan: 8,
    scrollMargin: above,
    // The focused row stays mounted even outside the window: unmounting it would lose the focus.
    rangeExtractor: (range) => {
      const seen = defaultRangeExtractor(range);
      if (kept < 0 || seen.includes(kept)) return seen;
      return kept < range.startIndex ? [kept, ...seen] : [...seen, kept];
    },
  });

  return (
    <section aria-labelledby="task-list-title">
      <SectionTitle id="task-list-title">
        {isFiltering(filters) ? `${formatNumber(tasks.length)} of ${counted(plan.order.length, 'task')}` : 'All tasks'}
      </SectionTitle>
      {tasks.length === 0 && isFiltering(filters) && (
        <EmptyState
          icon={ListFilter}
          heading="h3"
          title="No tasks match these filters"
          action={
            onClearFilters && (
              <Button variant="ghost" size="sm" onClick={onClearFilters}>
                Show all {formatNumber(plan.order.length)}
              </Button>
            )
          }
        />
      )}
      <ul ref={list} className={styles.rows} style={{ height: rows.getTotalSize() }}>
        {rows.getVirtualItems().map(({ index, key, start }) => {
          const task = tasks[index];
          return (
            task && (
              <li
                key={key}
                aria-setsize={tasks.length}
                aria-posinset={index + 1}
                style={{ transform: `translateY(${start - above}px)` }}
              >
                <Row task={task} holder={plan.batonOf(task.id)?.holder.name} onSelect={onSelect} onFocus={setFocused} />
              </li>
            )
          );
        })}
      </ul>
    </section>
  );
}

interface RowProps {
  task: Task;
  holder: string | undefined;
  onSelect: (taskId: string) => void;
  onFocus: (taskId: string | undefined) => void;
}

function Row({ task, holder, onSelect, onFocus }: RowProps) {
  return (
    <button
      type="button"
      className={styles.task}
      onClick={() => onSelect(task.id)}
      onFocus={() => onFocus(task.id)}
      onBlur={() => onFocus(undefined)}
    >
      <StatusGlyph status={isAsking(task) ? 'asking' : task.status} label={task.status} />
      <TaskNumber>T{task.number}</TaskNumber>
      <TaskName task={task} />
      <span className={cx(typography.small, typography.tertiary, typography.truncate, styles.list)}>
        {task.task_list_name}
      </span>
      {task.blocked_reason !== null && (
        <span className={cx(typography.small, typography.tertiary, typography.truncate, styles.why)}>
          {plainLine(task.blocked_reason)}
        </span>
      )}
      {holder !== undefined && <Tag kind="active">{holder}</Tag>}
      {isAsking(task) && <Tag kind="you">{QUESTION_TEXTS.tag}</Tag>}
      {task.blocked_reason !== null && <Tag kind="blocked">BLOCKED</Tag>}
      {task.status !== 'open' && <Tag kind={task.status}>{task.status.toUpperCase()}</Tag>}
    </button>
  );
}

/** Offset of the list within the scroll container, measured again when the content above it resizes. */
function useHeightAbove(list: { current: HTMLElement | null }, scroller: HTMLElement | null): number {
  const [height, setHeight] = useState(0);
  useLayoutEffect(() => {
    const top = list.current?.closest('section')?.previousElementSibling;
    if (!scroller || !top) return undefined;
    const measure = () => {
      if (!list.current) return;
      const from = scroller.getBoundingClientRect().top;
      setHeight(Math.round(list.current.getBoundingClientRect().top - from + scroller.scrollTop));
    };
    measure();
    if (typeof ResizeObserver === 'undefined') return undefined;
    const observer = new ResizeObserver(measure);
    observer.observe(top);
    return () => observer.disconnect();
  }, [list, scroller]);
  return height;
}
