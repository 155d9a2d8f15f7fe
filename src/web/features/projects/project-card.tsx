import { counted } from '#contract/counted.ts';
import styles from './project-card.module.css';
import { memo, useRef } from 'react';
import { Link } from 'react-router';
import type { ProjectSummary } from '#contract/project.ts';
import { EXAMPLE_TEXTS } from '#contract/first-run-texts.ts';
import { LOCKED_TEXTS, PROJECT_TEXTS as T } from '#contract/project-texts.ts';
import { formatDate } from '#web/lib/time.ts';
import { ButtonLink } from '#web/ui/button.tsx';
import { cx } from '#web/ui/cx.ts';
import { Badge } from '#web/ui/badge.tsx';
import { useDelayedFlag } from '#web/ui/loading.tsx';
import { Lane } from '#web/ui/lane.tsx';
import { Spark } from '#web/ui/spark.tsx';
import { useRescuedFocus } from '#web/ui/rescue-focus.ts';
import surface from '#web/styles/surface.module.css';
import { CopyProjectId } from './copy-project-id.tsx';
import { HolderRows, type OnFree } from './holder-rows.tsx';
import { type CardNews, NewsLine } from './news-line.tsx';
import { percentDone } from './plan-state.ts';
import { openAddress } from './project-address.ts';
import { type ProjectActions, ProjectMenu } from './project-menu.tsx';
import { SharedLine } from './shared-line.tsx';
import layout from '#web/styles/layout.module.css';
import typography from '#web/styles/typography.module.css';

export interface ProjectCardProps extends ProjectActions, CardNews {
  project: ProjectSummary;
  pending: boolean;
  onFree: OnFree;
}

/** The whole card is a link; the buttons inside are above it. Memoised: an update of one project renders one card. */
export const ProjectCard = memo(function ProjectCard({
  project,
  pending,
  news,
  lastAt,
  questions,
  blocks,
  onFree,
  ...actions
}: ProjectCardProps) {
  const card = useRef<HTMLElement>(null);
  useRescuedFocus(card);
  const address = openAddress(project);
  const slow = useDelayedFlag(pending, { delay: 400, atLeast: 0 });
  const archived = project.status === 'archived';

  return (
    <article
      ref={card}
      className={cx(surface.card, styles.card, archived && styles.archived)}
      aria-label={project.name}
      aria-busy={pending || undefined}
    >
      {slow && <i className={styles.pendingBar} data-part="pending" aria-hidden="true" />}
      <header className={cx(project.is_example && styles.twoBadges)}>
        <h3 className={styles.name}>
          <Link to={address} data-stop="">
            {project.name}
          </Link>
        </h3>
        {project.read_only ? (
          <Badge tone="warn">{LOCKED_TEXTS.badge}</Badge>
        ) : (
          <Badge tone={project.status === 'active' ? 'ok' : 'neutral'}>{project.status}</Badge>
        )}
        {project.is_example && <Badge tone="info">{EXAMPLE_TEXTS.badge}</Badge>}
        <span className={layout.grow} />
        <Spark className={styles.activity} values={project.activity} label={activityLabel(project.activity)} />
        <ProjectMenu project={project} {...actions} />
      </header>
      <div className={styles.about}>
        <p
          className={cx(styles.description, typography.truncate, !project.description && styles.absent)}
          title={project.description ?? undefined}
        >
          {project.description || T.noDescription}
        </p>
        <SharedLine project={project} className={styles.shared} />
      </div>
      <HolderRows project={project} onFree={onFree} />
      <Progress project={project} />
      <NewsLine project={project} news={news} lastAt={lastAt} questions={questions} blocks={blocks} />
      <footer>
        <CopyProjectId id={project.id} />
        <span className={cx(typography.small, typography.tertiary, typography.nowrap)}>
          Created {formatDate(project.created_at)}
        </span>
        <ButtonLink
          to={address}
          size="sm"
          className={cx(layout.pushEnd, styles.aboveLink)}
          aria-label={`${T.open}: ${project.name}`}
        >
          {T.open}
        </ButtonLink>
      </footer>
    </article>
  );
});

function Progress({ project }: { project: ProjectSummary }) {
  const label = T.completed(project.completedTaskCount, project.taskCount);
  // Where the holder has stopped, no baton is in a live hand.
  const isLive = project.holders.length > 0 || project.stopped.length === 0;
  const blocks = project.lanes.map(({ tasks, done, wip }) => ({ total: tasks, done, active: isLive && wip > 0 }));
  return (
    <div className={styles.progress}>
      <div className={cx(layout.row, typography.small, typography.tabular)}>
        <span className={typography.secondary}>{label}</span>
        <span className={cx(layout.pushEnd, typography.tertiary)}>{percentDone(project)}%</span>
      </div>
      <Lane blocks={blocks} label={label} quiet={project.status === 'archived'} />
    </div>
  );
}

function activityLabel(activity: readonly number[]) {
  const changes = activity.reduce((sum, day) => sum + day, 0);
  return `${counted(changes, 'change')} in the last ${activity.length} days`;
}
