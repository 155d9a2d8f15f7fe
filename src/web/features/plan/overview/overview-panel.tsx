import { PanelLeft } from 'lucide-react';
import { type ReactNode, useMemo, useState } from 'react';
import { Link } from 'react-router';
import { useEditLock } from '#web/lib/live/edit-lock.ts';
import { useNow } from '#web/lib/use-now.ts';
import { paths } from '#web/paths.ts';
import { BurnUpChart } from '#web/ui/charts/burn-up-chart.tsx';
import { burnUp } from '#web/ui/charts/burn-up.ts';
import { LaneRows } from '#web/ui/charts/lane-rows.tsx';
import { IconButton } from '#web/ui/icon-button.tsx';
import type { PlanView } from '../data/plan-view.ts';
import { usePlanEdits } from '../data/use-plan-edits.ts';
import { TaskLink } from '../task/task-link.tsx';
import { useCopyKeys } from '../task/use-copy-keys.ts';
import type { PlanFilters } from '../tree/filter-plan.ts';
import { AddBar } from './add-bar.tsx';
import { AtWork } from './at-work.tsx';
import { NeedsYou } from './needs-you.tsx';
import { readyTasks } from './ready-tasks.ts';
import { TaskTable } from './task-table.tsx';
import layout from '#web/styles/layout.module.css';
import typography from '#web/styles/typography.module.css';
import { cx } from '#web/ui/cx.ts';
import { Panel, PanelBody, PanelHeader, PanelTitle } from '#web/ui/panel.tsx';
import { SectionTitle } from '#web/ui/section-title.tsx';
import panel from '../plan-panel.module.css';
import styles from './overview-panel.module.css';

const DAYS = 14;
const READY = 8;

export interface OverviewPanelProps {
  plan: PlanView;
  projectId: string;
  filters: PlanFilters;
  /** Filters by these root lists; empty means all. Without it the lanes are not interactive. */
  onFilterLists?: ((lists: string[]) => void) | undefined;
  onClearFilters?: (() => void) | undefined;
  onSelect: (taskId: string) => void;
  onCollapse: () => void;
  headerActions?: ReactNode;
  /** What happened since the person was last here; nothing if nothing did. */
  since?: ReactNode;
  /** The newest of what happened in the project. */
  changes?: ReactNode;
  coverage?: ReactNode;
  /** How agents are left at work, before anybody has done it. */
  start?: ReactNode;
  /** Another view of the project in place of the overview, and the tabs that lead to it. */
  views?: { id: string; tabs: ReactNode; name: string; other: ReactNode } | undefined;
}

/**
 * Dashboard of the project while no task is selected: what waits for a person, who is at work, what changed and what is
 * next; then how far the plan is.
 */
export function OverviewPanel({
  plan,
  projectId,
  filters,
  onFilterLists,
  onClearFilters,
  onSelect,
  onCollapse,
  headerActions,
  since,
  changes,
  coverage,
  start,
  views,
}: OverviewPanelProps) {
  const edits = usePlanEdits(projectId);
  const locked = useEditLock() !== undefined;
  const [scroller, setScroller] = useState<HTMLDivElement | null>(null);
  useCopyKeys({ projectId });
  return (
    <Panel className={panel.panel} aria-label={views?.name ?? 'Overview'}>
      <PanelHeader withTabs={views !== undefined}>
        <PanelTitle hidden={views !== undefined}>{views?.name ?? 'Overview'}</PanelTitle>
        {views?.tabs}
        <span className={layout.grow} />
        <AddBar
          plan={plan}
          into={filters.lists[0]}
          isTight={views !== undefined}
          onAddTask={(title, listId) => edits.createTask({ title, ...(listId && { taskListId: listId }) })}
          onAddList={edits.createList}
          onAdded={onSelect}
        />
        {headerActions}
        <IconButton
          size="sm"
          className={layout.hiddenOnPhone}
          label="Collapse task panel"
          icon={<PanelLeft />}
          onClick={onCollapse}
        />
      </PanelHeader>
      {views?.other ?? (
        <PanelBody
          ref={setScroller}
          {...(views && {
            role: 'tabpanel',
            id: `${views.id}-overview-panel`,
            'aria-labelledby': `${views.id}-overview-tab`,
          })}
        >
          <div className={styles.body}>
            <div className={styles.top}>
              {since}
              {plan.order.length === 0 && !locked && <Start projectId={projectId} />}
              <NeedsYou plan={plan} onSelect={onSelect} />
              <AtWork plan={plan} onSelect={onSelect} />
              {changes}
              <Ready plan={plan} onSelect={onSelect} />
              {plan.order.length > 0 && !locked && start}
              {coverage}
              <Lanes plan={plan} chosen={filters.lists} onChoose={onFilterLists} />
              <ProjectBurnUp plan={plan} />
            </div>
            {plan.order.length > 0 && (
              <TaskTable
                plan={plan}
                filters={filters}
                pending={edits.pending}
                scroller={scroller}
                onSelect={onSelect}
                onClearFilters={onClearFilters}
              />
            )}
          </div>
        </PanelBody>
      )}
    </Panel>
  );
}

function Start({ projectId }: { projectId: string }) {
  return (
    <p className={typography.secondary}>
      Add the first task above, or let the{' '}
      <Link className={typography.link} to={paths.prd(projectId)}>
        specification
      </Link>{' '}
      make the plan.
    </p>
  );
}

function Lanes({
  plan,
  chosen,
  onChoose,
}: {
  plan: PlanView;
  chosen: readonly string[];
  onChoose: ((lists: string[]) => void) | undefined;
}) {
  const rows = plan.roots.map(({ id, name }) => {
    const { done, total } = plan.countOf(id);
    return { id, name, done, total, active: plan.active.has(id), pressed: chosen.includes(id) };
  });
  if (rows.length === 0) return null;
  const toggle = (id: string) =>
    onChoose?.(chosen.includes(id) ? chosen.filter((each) => each !== id) : [...chosen, id]);
  return (
    <section>
      <SectionTitle>Lists</SectionTitle>
      <LaneRows
        className={styles.lanes}
        rows={rows}
        label="Progress by list; a click shows only that list"
        onToggle={toggle}
      />
    </section>
  );
}

function ProjectBurnUp({ plan }: { plan: PlanView }) {
  const now = useNow();
  const points = useMemo(() => burnUp(plan.order, now, DAYS), [plan, now]);
  if (plan.order.length === 0) return null;
  return (
    <BurnUpChart title={`${plan.project.name}, last ${DAYS} days`} points={points} held={plan.batons.length > 0} />
  );
}

function Ready({ plan, onSelect }: { plan: PlanView; onSelect: (taskId: string) => void }) {
  const ready = useMemo(() => readyTasks(plan, READY), [plan]);
  return (
    <section>
      <SectionTitle>Ready next</SectionTitle>
      {ready.length === 0 && (
        <p className={cx(typography.small, typography.tertiary)}>
          {plan.counts.tasks === plan.counts.done + plan.counts.wip
            ? 'No open tasks.'
            : 'Every open task is blocked, or waits for another task or an answer.'}
        </p>
      )}
      <ul>
        {ready.map((task) => (
          <li key={task.id}>
            <TaskLink task={task} onSelect={onSelect} />
          </li>
        ))}
      </ul>
    </section>
  );
}
