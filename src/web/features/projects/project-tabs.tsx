import { Link } from 'react-router';
import { TIMELINE_TEXTS } from '#contract/timeline-texts.ts';
import { paths } from '#web/paths.ts';
import styles from './project-tabs.module.css';

export type ProjectView = keyof typeof TIMELINE_TEXTS.tabs;

const ADDRESS: Record<ProjectView, (projectId: string) => string> = {
  tasks: paths.tasks,
  prd: paths.prd,
  timeline: paths.timeline,
};
const VIEWS: readonly ProjectView[] = ['tasks', 'prd', 'timeline'];

/** Links between the screens of a project. */
export function ProjectTabs({ projectId, view }: { projectId: string; view: ProjectView }) {
  return (
    <nav className={styles.tabs} aria-label="Project views">
      {VIEWS.map((each) => (
        <Link
          key={each}
          className={styles.tab}
          to={ADDRESS[each](projectId)}
          aria-current={each === view ? 'page' : undefined}
        >
          {TIMELINE_TEXTS.tabs[each]}
        </Link>
      ))}
    </nav>
  );
}
