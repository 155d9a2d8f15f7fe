import { counted } from '#contract/counted.ts';
import styles from './project-bar.module.css';
import { ChevronLeft } from 'lucide-react';
import type { ReactNode } from 'react';
import { BACK_TO_PROJECTS } from '#contract/common-texts.ts';
import type { ProjectSummary } from '#contract/project.ts';
import { paths } from '#web/paths.ts';
import { ButtonLink } from '#web/ui/button.tsx';
import typography from '#web/styles/typography.module.css';
import layout from '#web/styles/layout.module.css';
import { cx } from '#web/ui/cx.ts';
import { Lookers } from './lookers.tsx';
import { SharedLine } from './shared-line.tsx';
import { ProjectTabs, type ProjectView } from './project-tabs.tsx';

/** Below the header of a project's screens: back link, name, count, and what the screen adds. */
export function ProjectBar({
  project,
  view,
  count,
  nameBelow,
  children,
}: {
  project: ProjectSummary;
  /** The screen it is on. */
  view: ProjectView;
  count?: number;
  /** Part of a larger bar; on a phone the name is below the back link and the buttons. */
  nameBelow?: boolean | undefined;
  children?: ReactNode;
}) {
  return (
    <div className={cx(styles.bar, nameBelow && styles.nameBelow)}>
      <ButtonLink variant="ghost" size="sm" to={paths.projects} icon={<ChevronLeft />}>
        {BACK_TO_PROJECTS}
      </ButtonLink>
      <h1 className={typography.truncate}>{project.name}</h1>
      {count !== undefined && (
        <span className={cx(typography.small, typography.tertiary, typography.tabular, typography.nowrap)}>
          {counted(count, 'task')}
        </span>
      )}
      {project.role !== 'owner' && <SharedLine project={project} className={layout.hiddenOnPhone} />}
      <ProjectTabs projectId={project.id} view={view} />
      <span className={layout.grow} />
      <Lookers projectId={project.id} />
      {children}
    </div>
  );
}
