import { ChevronsDownUp, ChevronsUpDown, ListFilter, PanelLeft } from 'lucide-react';
import { useRef } from 'react';
import { formatNumber } from '#contract/counted.ts';
import { PLAN_TEXTS as T } from '#contract/plan-texts.ts';
import { useShortcut } from '#web/lib/keys/use-shortcut.ts';
import { IconButton } from '#web/ui/icon-button.tsx';
import { SearchBox } from '#web/ui/search-box.tsx';
import { Panel, PanelHeader, PanelTitle } from '#web/ui/panel.tsx';
import type { PlanView } from '../data/plan-view.ts';
import { usePlanEdits } from '../data/use-plan-edits.ts';
import { NeedsChip } from '../question/needs-chip.tsx';
import { EmptyTree } from './empty-tree.tsx';
import { type FilterChange, NO_FILTERS, type PlanFilters } from './filter-plan.ts';
import { toggled } from './list-names.ts';
import { ListChips, ListPath } from './list-filter.tsx';
import { PlanProgress } from './plan-progress.tsx';
import { TaskTree } from './task-tree.tsx';
import { useFolds } from './use-folds.ts';
import layout from '#web/styles/layout.module.css';
import styles from './tree-panel.module.css';

export interface TreePanelProps {
  projectId: string;
  plan: PlanView;
  selectedId: string | undefined;
  filters: PlanFilters;
  onFilters: (change: FilterChange) => void;
  onSelect: (taskId: string | undefined) => void;
  /** Undefined on layouts without a collapsible panel. */
  onCollapse?: (() => void) | undefined;
}

export function TreePanel({ projectId, plan, selectedId, filters, onFilters, onSelect, onCollapse }: TreePanelProps) {
  const filterKey = filters.q.trim() === '' && filters.statuses.length === 0 ? '' : JSON.stringify(filters);
  const folds = useFolds(projectId, filterKey);
  const edits = usePlanEdits(projectId);
  const box = useRef<HTMLInputElement>(null);
  useShortcut({
    keys: '/',
    label: 'Filter tasks',
    group: 'Task Tree',
    icon: ListFilter,
    run: () => box.current?.focus(),
  });

  const allFolded = folds.folds.base === 'folded' && folds.folds.except.size === 0;
  return (
    <Panel className={styles.panel} aria-label={T.tree}>
      <PanelHeader>
        <PanelTitle>{T.tree}</PanelTitle>
        <span className={styles.count} data-part="task-count">
          {formatNumber(plan.counts.tasks)}
        </span>
        <span className={layout.grow} />
        <NeedsChip
          count={plan.needsYou().length}
          pressed={filters.statuses.includes('needs')}
          onToggle={() => onFilters((now) => ({ statuses: toggled(now.statuses, 'needs') }))}
        />
        <IconButton
          size="sm"
          label={allFolded ? 'Expand all branches' : 'Collapse all branches'}
          icon={allFolded ? <ChevronsUpDown /> : <ChevronsDownUp />}
          onClick={allFolded ? folds.unfoldAll : folds.foldAll}
        />
        {onCollapse && (
          <IconButton
            size="sm"
            label="Collapse Task Tree panel"
            shortcut="["
            icon={<PanelLeft />}
            onClick={onCollapse}
          />
        )}
      </PanelHeader>
      <div className={styles.tools}>
        <SearchBox
          ref={box}
          label="Filter tasks"
          placeholder="Filter tasks…"
          shortcut="/"
          value={filters.q}
          onChange={(q) => onFilters({ q })}
        />
        <ListPath lists={plan.roots} chosen={filters.lists} onClear={() => onFilters({ lists: [] })} />
        <ListChips
          lists={plan.roots}
          chosen={filters.lists}
          onToggle={(id) => onFilters(({ lists }) => ({ lists: toggled(lists, id) }))}
        />
        <PlanProgress
          plan={plan}
          chosen={filters.lists}
          statuses={filters.statuses}
          onToggle={(status) => onFilters((now) => ({ statuses: toggled(now.statuses, status) }))}
        />
      </div>
      {plan.roots.length > 0 && (
        <TaskTree
          projectId={projectId}
          plan={plan}
          edits={edits}
          folds={folds}
          filters={filters}
          filterKey={filterKey}
          selectedId={selectedId}
          onSelect={onSelect}
          onShowAll={() => onFilters(NO_FILTERS)}
        />
      )}
      <EmptyTree
        projectId={projectId}
        prdWorkLines={plan.project.prdWorkLines}
        shown={plan.counts.tasks === 0}
        onAdd={async (title) => (await edits.createTask({ title })) !== undefined}
      />
    </Panel>
  );
}
