import { memo, useRef } from 'react';
import { Link } from 'react-router';
import { CARD_TEXTS } from '#contract/news-texts.ts';
import { LOCKED_TEXTS, PROJECT_TEXTS as T } from '#contract/project-texts.ts';
import type { ProjectSummary } from '#contract/project.ts';
import { projectAge, shortAge } from '#web/lib/time.ts';
import { useNow } from '#web/lib/use-now.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Lane } from '#web/ui/lane.tsx';
import { useRescuedFocus } from '#web/ui/rescue-focus.ts';
import typography from '#web/styles/typography.module.css';
import { cx } from '#web/ui/cx.ts';
import { planState } from './plan-state.ts';
import { openAddress } from './project-address.ts';
import { type ProjectActions, ProjectMenu } from './project-menu.tsx';
import { SharedLine } from './shared-line.tsx';
import styles from './project-row.module.css';

/** A project in which nothing goes on, in one line. Memoised like a card. */
export const ProjectRow = memo(function ProjectRow({
  project,
  pending,
  ...actions
}: ProjectActions & { project: ProjectSummary; pending: boolean }) {
  const row = useRef<HTMLElement>(null);
  useRescuedFocus(row);
  const label = T.completed(project.completedTaskCount, project.taskCount);
  const blocks = project.lanes.map(({ tasks, done, wip }) => ({ total: tasks, done, active: wip > 0 }));
  return (
    <article ref={row} className={styles.row} aria-label={project.name} aria-busy={pending || undefined}>
      <h3 className={styles.name}>
        <Link to={openAddress(project)} data-stop="">
          {project.name}
        </Link>
      </h3>
      {project.read_only ? (
        <Badge tone="warn">{LOCKED_TEXTS.badge}</Badge>
      ) : (
        project.status === 'archived' && <Badge>{project.status}</Badge>
      )}
      <SharedLine project={project} className={styles.shared} />
      <Next project={project} />
      <span className={styles.lane}>
        <Lane blocks={blocks} label={label} quiet={project.status === 'archived'} />
      </span>
      <Age project={project} />
      <ProjectMenu project={project} {...actions} />
    </article>
  );
});

/** Who works on it now, or what would be done next: a row stays a row while it changes. */
function Next({ project }: { project: ProjectSummary }) {
  const now = useNow();
  const state = planState(project, now);
  if (state.kind !== 'held' && state.kind !== 'silent')
    return <span className={cx(styles.next, typography.truncate)}>{state.next ?? state.text}</span>;
  const [holder] = state.holders;
  return (
    <span className={cx(styles.next, typography.truncate)}>
      <b>{holder?.name}</b>{' '}
      {state.kind === 'held'
        ? `· ${holder?.task_title}`
        : CARD_TEXTS.mayHaveStopped(shortAge(holder?.last_call_at ?? '', now))}
    </span>
  );
}

const Age = ({ project }: { project: ProjectSummary }) => (
  <span className={styles.age} title="Last accessed">
    {projectAge(project.lastAccessed, useNow())}
  </span>
);
