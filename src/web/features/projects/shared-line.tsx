import { Users } from 'lucide-react';
import { counted } from '#contract/counted.ts';
import { sayWhose } from '#contract/people-texts.ts';
import type { ProjectSummary } from '#contract/project.ts';
import icon from '#web/styles/icon.module.css';
import { cx } from '#web/ui/cx.ts';
import typography from '#web/styles/typography.module.css';
import styles from './shared-line.module.css';

/** Whose a shared project is and what the person may do in it; of an own one, how many people it has. */
export function SharedLine({ project, className }: { project: ProjectSummary; className?: string | undefined }) {
  const { role, people } = project;
  if (role === 'owner' && people === 1) return null;
  return (
    <span className={cx(styles.line, className)}>
      <Users className={icon.size12} aria-hidden="true" />
      <span className={typography.truncate}>
        {role === 'owner' ? counted(people, 'person', 'people') : sayWhose(project)}
      </span>
    </span>
  );
}
