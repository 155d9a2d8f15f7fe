import { Link } from 'react-router';
import type { Task } from '#contract/task.ts';
import { paths } from '#web/paths.ts';
import { prdLines } from './agent-prompt.ts';
import typography from '#web/styles/typography.module.css';
import { cx } from '#web/ui/cx.ts';
import styles from './prd-source.module.css';

const SHOWN = 3;

/** Requirements the task implements, with a link to their lines in the PRD. */
export function PrdSource({ projectId, task }: { projectId: string; task: Task }) {
  const { prd_lines: lines, requirement_ids: ids, is_enabler: isEnabler } = task;
  const named = ids
    .slice(0, SHOWN)
    .join(', ')
    .concat(ids.length > SHOWN ? ` +${ids.length - SHOWN}` : '');
  return (
    <span className={cx(styles.source, typography.small, typography.tertiary)}>
      {isEnabler && <span title="Answers no requirement, but others need it">Enabler</span>}
      {named !== '' && (
        <span className={cx(typography.mono, typography.micro, typography.truncate)} title={ids.join(', ')}>
          {named}
        </span>
      )}
      {lines && (
        <Link className={cx(typography.link, typography.nowrap)} to={paths.readPrd(projectId, lines.start)}>
          {prdLines(lines)}
        </Link>
      )}
    </span>
  );
}
