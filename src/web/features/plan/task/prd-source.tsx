import { Link } from 'react-router';
import { counted } from '#contract/counted.ts';
import type { Task } from '#contract/task.ts';
import { paths } from '#web/paths.ts';
import { prdLines } from './agent-prompt.ts';
import typography from '#web/styles/typography.module.css';
import { cx } from '#web/ui/cx.ts';
import styles from './prd-source.module.css';

const SHOWN = 3;
/** Ids that the reader gave to requirements without one of their own: they tell people nothing. */
const MADE_UP = /^r-[\da-f]{8}(?:-\d+)?$/;

/** Requirements the task implements, with a link to their lines in the PRD. */
export function PrdSource({ projectId, task }: { projectId: string; task: Task }) {
  const { prd_lines: lines, requirement_ids: ids, is_enabler: isEnabler } = task;
  const named = ids.filter((id) => !MADE_UP.test(id));
  const shown = named.slice(0, SHOWN).join(', ');
  const more = ids.length - Math.min(named.length, SHOWN);
  return (
    <span className={cx(styles.source, typography.small, typography.tertiary)}>
      {isEnabler && <span title="Answers no requirement, but others need it">Enabler</span>}
      {shown !== '' && (
        <span className={cx(typography.mono, typography.micro, typography.truncate)} title={named.join(', ')}>
          {more > 0 ? `${shown} +${more}` : shown}
        </span>
      )}
      {shown === '' && more > 0 && <span className={typography.nowrap}>{counted(more, 'requirement')}</span>}
      {lines && (
        <Link className={cx(typography.link, typography.nowrap)} to={paths.readPrd(projectId, lines.start)}>
          {prdLines(lines)}
        </Link>
      )}
    </span>
  );
}
