import './project-bar.css';
import { ChevronLeft } from 'lucide-react';
import type { ReactNode } from 'react';
import { BACK_TO_PROJECTS } from '#contract/common-texts.ts';
import type { ProjectSummary } from '#contract/project.ts';
import { paths } from '#web/paths.ts';
import { ButtonLink } from '#web/ui/button.tsx';
import typography from '#web/styles/typography.module.css';
import layout from '#web/styles/layout.module.css';
import { cx } from '#web/ui/cx.ts';

/** Under the header of a project's screens: the way back, the name, the count, and what the screen adds. */
export function ProjectBar({
  project,
  count,
  children,
}: {
  project: ProjectSummary;
  count?: number;
  children?: ReactNode;
}) {
  return (
    <div className="project-bar">
      <ButtonLink variant="ghost" size="sm" to={paths.projects} icon={<ChevronLeft />}>
        {BACK_TO_PROJECTS}
      </ButtonLink>
      <h1 className={typography.truncate}>{project.name}</h1>
      {count !== undefined && (
        <span className={cx(typography.small, typography.tertiary, typography.tabular, typography.nowrap)}>
          {count === 1 ? '1 task' : `${count} tasks`}
        </span>
      )}
      <span className={layout.grow} />
      {children}
    </div>
  );
}
