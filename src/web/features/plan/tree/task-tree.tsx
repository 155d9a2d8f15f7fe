import { type MouseEvent, useCallback, useLayoutEffect, useRef } from 'react';
import { PLAN_TEXTS } from '#contract/plan-texts.ts';
import { useNarrow } from '#web/ui/split/use-narrow.ts';
import { currentId, firstId } from '#web/lib/live/new-rows.ts';
import type { PlanView } from '../data/plan-view.ts';
import { useRecentChanges } from '../data/use-plan.ts';
import type { PlanEdits } from '../data/use-plan-edits.ts';
import { NothingFound } from './empty-tree.tsx';
import type { PlanFilters } from './filter-plan.ts';
import { DraftRow, factsOf, NameEditor } from './row-parts.tsx';
import { SelectionBar } from './selection-bar.tsx';
import { TreeMenu, useTreeMenu } from './tree-menu.tsx';
import { TreeNode } from './tree-node.tsx';
import { DRAFT_ID } from './tree-row.ts';
import type { TreeStep } from './tree-keys.ts';
import type { FoldControl } from './use-folds.ts';
import { useMarks } from './use-marks.ts';
import { useReveal } from './use-reveal.ts';
import { useTreeDrag } from './use-tree-drag.ts';
import { useTreeEdits } from './use-tree-edits.ts';
import { useTreeFocus } from './use-tree-focus.ts';
import { useTreeKeyboard } from './use-tree-keyboard.ts';
import { useTreeRows } from './use-tree-rows.ts';
import { TREE_PADDING, useTreeScroll } from './use-tree-scroll.ts';
import { useTreeShortcuts } from './use-tree-shortcuts.ts';
import layout from '#web/styles/layout.module.css';
import { Announcement } from '#web/ui/announcement.tsx';
import { cx } from '#web/ui/cx.ts';
import styles from './task-tree.module.css';

const T = PLAN_TEXTS.several;

export interface TaskTreeProps {
  projectId: string;
  plan: PlanView;
  edits: PlanEdits;
  folds: FoldControl;
  filters: PlanFilters;
  filterKey: string;
  selectedId: string | undefined;
  onSelect: (taskId: string | undefined) => void;
  onShowAll: () => void;
}

/** The plan as a virtualised tree. */
export function TaskTree(props: TaskTreeProps) {
  const { projectId, plan, edits: planEdits, folds, filters, filterKey, selectedId, onSelect, onShowAll } = props;
  const isNarrow = useNarrow();
  const height = isNarrow ? 40 : 30;
  const tree = useRef<HTMLDivElement>(null);
  const changes = useRecentChanges(projectId);
  const takeFocus = useRef<(id: string) => void>(undefined);
  const edits = useTreeEdits(
    plan,
    planEdits,
    folds,
    useCallback((id) => takeFocus.current?.(id), []),
  );
  const treeRows = useTreeRows(plan, filters, folds.folds, planEdits.pending, edits.draft);
  const { rows, indexOf } = treeRows;
  const focus = useTreeFocus(plan, treeRows, tree);
  useLayoutEffect(() => {
    takeFocus.current = (id) => focus.moveTo(id, true);
  });
  const renamed = edits.renaming && currentId(edits.renaming.id);
  // The focus is in the row's field, so the window must keep that row mounted.
  const written = indexOf.get(DRAFT_ID) ?? indexOf.get(renamed ?? '');
  const virtual = useTreeScroll(treeRows, tree, { height, focused: written ?? focus.index, filterKey });
  const menu = useTreeMenu();
  const marks = useMarks(rows, selectedId);
  const drag = useTreeDrag(rows, tree, height, (id, { place }) => {
    const task = plan.tasks.get(currentId(id));
    if (task) edits.move(task, place);
  });

  const goTo = (index: number, take?: boolean) => {
    const row = rows[index];
    if (!row) return;
    focus.moveTo(row.id, take);
    virtual.scrollToIndex(index, { align: 'auto' });
  };
  useReveal(plan, treeRows, folds, selectedId, (id, index) => {
    focus.moveTo(id);
    virtual.scrollToIndex(index, { align: isInSight(tree.current, index, height) ? 'auto' : 'center' });
  });
  /** A click or Enter toggles a list; it selects a task, and toggles it too if it has subtasks. */
  const activate = (id: string) => {
    const row = rows[indexOf.get(id) ?? -1];
    if (!row || row.kind === 'draft') return;
    marks.clear(id);
    if (row.expanded !== undefined) folds.setFolded([id], row.expanded);
    if (row.kind === 'task') onSelect(id);
  };
  const mark = (which: 'all' | 'this') => {
    const row = rows[focus.index];
    if (which === 'all') marks.all();
    else if (row?.kind === 'task') marks.toggle(row.id);
  };
  const take = (step: TreeStep) => {
    const here = rows[focus.index];
    if ('extend' in step) {
      const there = rows[step.extend];
      if (there) marks.extendTo(there.id, here?.id);
      goTo(step.extend, true);
    } else if ('mark' in step) mark(step.mark);
    else if ('to' in step) goTo(step.to, true);
    else if ('fold' in step) folds.setFolded(step.fold, step.folded);
    else activate(step.activate);
  };
  const onKeyDown = useTreeKeyboard(rows, focus.index, () => pageOf(tree.current, height), take);
  const returnFocus = () => focus.moveTo(rows[focus.index]?.id ?? '', true);
  const removeMarked = () => {
    const { tasks } = marks;
    if (tasks.length === 0) return false;
    marks.clear();
    return edits.removeAll(tasks);
  };
  useTreeShortcuts({ tree, rows, index: focus.index, selectedId, isInside: focus.isInside, goTo, edits, removeMarked });

  const onClick = (event: MouseEvent) => {
    const id = idUnder(event);
    if (!id || !(event.target instanceof Element) || event.target.closest('input')) return;
    const row = rows[indexOf.get(id) ?? -1];
    if (event.target.closest('[data-menu]')) menu.openAt(id, event.clientX, event.clientY);
    else if (event.target.closest('[data-fold]')) folds.setFolded([id], row?.expanded ?? false);
    else if (event.shiftKey) marks.extendTo(id, selectedId);
    // On a phone, without these keys, a tap adds to a selection that the row's menu has begun.
    else if (row?.kind === 'task' && (event.ctrlKey || event.metaKey || (isNarrow && marks.tasks.length > 0)))
      marks.toggle(id);
    else activate(id);
  };
  const onContextMenu = (event: MouseEvent) => {
    const id = idUnder(event);
    if (!id || (event.target instanceof Element && event.target.closest('input'))) return;
    event.preventDefault();
    const box =
      event.target instanceof Element ? event.target.closest('[data-id]')?.getBoundingClientRect() : undefined;
    const byKey = event.button !== 2 && event.detail === 0;
    menu.openAt(id, byKey && box ? box.left + 32 : event.clientX, byKey && box ? box.bottom : event.clientY);
  };

  if (rows.length === 0) return <NothingFound onShowAll={onShowAll} />;
  return (
    <>
      <div
        ref={tree}
        role="tree"
        tabIndex={-1}
        aria-label="Tasks"
        aria-multiselectable="true"
        className={cx(styles.tree, layout.scroll)}
        onKeyDown={onKeyDown}
        onFocus={focus.onFocus}
        onBlur={focus.onBlur}
        onClick={onClick}
        onClickCapture={drag.onClickCapture}
        onContextMenu={onContextMenu}
        onPointerDown={drag.onPointerDown}
      >
        <div role="none" className={styles.space} style={{ height: virtual.getTotalSize() }}>
          {virtual.getVirtualItems().map(({ index, start }) => {
            const row = rows[index];
            if (!row) return null;
            if (row.kind === 'draft') return <DraftRow key={row.id} row={row} top={start} edits={edits} />;
            return (
              <TreeNode
                // Stable key: focus, field and menu survive the change from the temporary id to the server's.
                key={firstId(row.id)}
                {...factsOf(plan, row)}
                selected={marks.tasks.length > 0 ? marks.has(row.id) : row.id === selectedId}
                current={index === focus.index}
                changed={changes.has(row.id)}
                pending={planEdits.pending.has(row.id)}
                dragged={drag.dragging !== undefined && currentId(drag.dragging.id) === row.id}
                top={start}
                editor={renamed === row.id ? <NameEditor row={row} edits={edits} /> : undefined}
              />
            );
          })}
          {drag.dragging?.drop && <DropLine {...drag.dragging.drop} height={height} />}
        </div>
      </div>
      {marks.tasks.length > 0 && (
        <SelectionBar
          plan={plan}
          edits={planEdits}
          tasks={marks.tasks}
          onClear={() => {
            marks.clear();
            returnFocus();
          }}
          onReturn={returnFocus}
        />
      )}
      <TreeMenu menu={menu} plan={plan} edits={edits} marks={marks} onReturn={(id) => focus.moveTo(id, true)} />
      <Announcement {...edits.said} />
      <Announcement text={T.announced(marks.tasks.length)} of={marks.tasks} />
    </>
  );
}

function DropLine({ gap, level, height }: { gap: number; level: number; height: number }) {
  return (
    <i
      className={styles.dropLine}
      data-part="drop-line"
      style={{ top: TREE_PADDING + gap * height, left: 12 + (level - 1) * 16 }}
    />
  );
}

const idUnder = ({ target }: MouseEvent) =>
  target instanceof Element ? (target.closest('[data-id]')?.getAttribute('data-id') ?? undefined) : undefined;

const pageOf = (tree: HTMLElement | null, height: number) =>
  Math.max(1, Math.floor((tree?.clientHeight ?? 0) / height) - 1);

function isInSight(tree: HTMLElement | null, index: number, height: number) {
  if (!tree) return false;
  const top = TREE_PADDING + index * height;
  return top >= tree.scrollTop && top + height <= tree.scrollTop + tree.clientHeight;
}
