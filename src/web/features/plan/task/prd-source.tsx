import { Link } from 'react-router';
import type { Task } from '#contract/task.ts';
import { paths } from '#web/paths.ts';
import { prdLines } from './agent-prompt.ts';

const SHOWN = 3;

/** What a task answers: the requirements by name, and the way to their lines. */
export function PrdSource({ projectId, task }: { projectId: string; task: Task }) {
  const { prd_lines: lines, requirement_ids: ids, is_enabler: isEnabler } = task;
  const named = ids
    .slice(0, SHOWN)
    .join(', ')
    .concat(ids.length > SHOWN ? ` +${ids.length - SHOWN}` : '');
  return (
    <span className="prd-source small t3">
      {isEnabler && <span title="Answers no requirement, but others need it">Enabler</span>}
      {named !== '' && (
        <span className="mono micro trunc" title={ids.join(', ')}>
          {named}
        </span>
      )}
      {lines && (
        <Link className="link nowrap" to={paths.readPrd(projectId, lines.start)}>
          {prdLines(lines)}
        </Link>
      )}
    </span>
  );
}
