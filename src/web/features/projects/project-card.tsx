import { counted } from '#contract/counted.ts';
import styles from './project-card.module.css';
import { Archive, ArchiveRestore, Ellipsis, Pencil, Settings2, Trash2 } from 'lucide-react';
import { useRef } from 'react';
import { Link } from 'react-router';
import type { ProjectSummary } from '#contract/project.ts';
import { PROJECT_SETTINGS_TEXTS } from '#contract/project-settings-texts.ts';
import { QUESTION_TEXTS } from '#contract/question-texts.ts';
import { EXAMPLE_TEXTS } from '#contract/first-run-texts.ts';
import { LOCKED_TEXTS, PROJECT_TEXTS as T } from '#contract/project-texts.ts';
import { formatDate, projectAge } from '#web/lib/time.ts';
import { useNow } from '#web/lib/use-now.ts';
import { paths } from '#web/paths.ts';
import { ButtonLink } from '#web/ui/button.tsx';
import { cx } from '#web/ui/cx.ts';
import { IconButton } from '#web/ui/icon-button.tsx';
import { Badge } from '#web/ui/badge.tsx';
import { Dot } from '#web/ui/dot.tsx';
import { Tag } from '#web/ui/tag.tsx';
import { Menu } from '#web/ui/menu.tsx';
import { MenuItem } from '#web/ui/menu-items.tsx';
import { useDelayedFlag } from '#web/ui/loading.tsx';
import { Lane } from '#web/ui/lane.tsx';
import { Spark } from '#web/ui/spark.tsx';
import { useRescuedFocus } from '#web/ui/rescue-focus.ts';
import surface from '#web/styles/surface.module.css';
import { CopyProjectId } from './copy-project-id.tsx';
import { lockOf } from './locked-project.tsx';
import { percentDone, planState } from './plan-state.ts';
import { openAddress } from './project-address.ts';
import layout from '#web/styles/layout.module.css';
import typography from '#web/styles/typography.module.css';

export interface ProjectActions {
  onEdit: (project: ProjectSummary) => void;
  onArchive: (project: ProjectSummary) => void;
  onDelete: (project: ProjectSummary) => void;
}

/** The whole card is a link; the buttons inside are above it. */
export function ProjectCard({
  project,
  pending,
  ...actions
}: { project: ProjectSummary; pending: boolean } & ProjectActions) {
  const card = useRef<HTMLElement>(null);
  useRescuedFocus(card);
  const { text, working } = planState(project);
  const address = openAddress(project);
  const slow = useDelayedFlag(pending, { delay: 400, atLeast: 0 });
  const archived = project.status === 'archived';

  return (
    <article
      ref={card}
      className={cx(surface.card, styles.card, working && styles.working, archived && styles.archived)}
      aria-label={project.name}
      aria-busy={pending || undefined}
    >
      {slow && <i className={styles.pendingBar} data-part="pending" aria-hidden="true" />}
      <header>
        <h2>
          <Link to={address}>{project.name}</Link>
        </h2>
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
      <p className={cx(styles.description, !project.description && styles.absent)}>
        {project.description || T.noDescription}
      </p>
      <div className={cx(styles.state, !working && styles.idle)}>
        <Dot tone={working ? 'baton' : undefined} pulse={working} />
        <span className={typography.truncate}>{text}</span>
        {project.needs_you > 0 && (
          <span className={layout.pushEnd}>
            <Tag kind="you">{`${QUESTION_TEXTS.tag} ${project.needs_you}`}</Tag>
          </span>
        )}
      </div>
      <Why first={project.needs_you_first} />
      <Progress project={project} />
      <footer>
        <CopyProjectId id={project.id} />
        <ButtonLink
          to={address}
          size="sm"
          className={cx(layout.pushEnd, styles.aboveLink)}
          aria-label={`${T.open}: ${project.name}`}
        >
          {T.open}
        </ButtonLink>
      </footer>
      <Dates project={project} />
    </article>
  );
}

/** The reason of the task that has waited longest for a person. */
function Why({ first }: { first: ProjectSummary['needs_you_first'] }) {
  if (first === null) return null;
  const { task_number: number, kind, text } = first;
  const said = kind === 'question' ? QUESTION_TEXTS.asksShort(number, text) : QUESTION_TEXTS.blockedShort(number, text);
  return (
    <p className={cx(styles.reason, typography.small, typography.secondary)} title={said}>
      {said}
    </p>
  );
}

function ProjectMenu({ project, onEdit, onArchive, onDelete }: { project: ProjectSummary } & ProjectActions) {
  const archived = project.status === 'archived';
  return (
    <Menu
      label={`Actions for ${project.name}`}
      trigger={(props) => (
        <IconButton
          className={styles.aboveLink}
          size="sm"
          label={`Actions for ${project.name}`}
          icon={<Ellipsis />}
          {...props}
        />
      )}
    >
      <MenuItem icon={<Pencil />} disabled={lockOf(project) !== undefined} onSelect={() => onEdit(project)}>
        {T.editTitle}
      </MenuItem>
      <MenuItem icon={<Settings2 />} to={paths.projectSettings(project.id)}>
        {PROJECT_SETTINGS_TEXTS.title}
      </MenuItem>
      <MenuItem icon={archived ? <ArchiveRestore /> : <Archive />} onSelect={() => onArchive(project)}>
        {archived ? 'Unarchive Project' : 'Archive Project'}
      </MenuItem>
      <MenuItem icon={<Trash2 />} danger onSelect={() => onDelete(project)}>
        {project.is_example ? EXAMPLE_TEXTS.remove : T.deleteTitle}
      </MenuItem>
    </Menu>
  );
}

function Progress({ project }: { project: ProjectSummary }) {
  const label = T.completed(project.completedTaskCount, project.taskCount);
  const blocks = project.lanes.map(({ tasks, done, wip }) => ({ total: tasks, done, active: wip > 0 }));
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

function Dates({ project }: { project: ProjectSummary }) {
  const now = useNow();
  return (
    <div className={cx(styles.dates, typography.small, typography.tertiary)}>
      <span>Created {formatDate(project.created_at)}</span>
      <span className={layout.pushEnd}>Last accessed {projectAge(project.lastAccessed, now)}</span>
    </div>
  );
}

function activityLabel(activity: readonly number[]) {
  const changes = activity.reduce((sum, day) => sum + day, 0);
  return `${counted(changes, 'change')} in the last ${activity.length} days`;
}
