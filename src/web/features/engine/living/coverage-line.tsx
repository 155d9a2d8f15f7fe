import { Link } from 'react-router';
import { paths } from '#web/paths.ts';
import { Meter } from '#web/ui/progress.tsx';
import { useCoverage } from '../queries.ts';

/** Coverage as a number, with the way to the lines behind it. Nothing is shown before there is a PRD. */
export function CoverageLine({ projectId }: { projectId: string }) {
  const { data } = useCoverage(projectId);
  if (!data || data.percent === null) return null;
  const { percent, covered, requirements, changed, orphaned_tasks: orphaned } = data;
  const open = [
    changed > 0 && `${changed} changed`,
    orphaned > 0 && `${orphaned} ${orphaned === 1 ? 'task' : 'tasks'} orphaned`,
  ].filter(Boolean);
  return (
    <section aria-label="PRD coverage">
      <h3 className="lab">PRD coverage</h3>
      <Link to={paths.livingPrd(projectId)} className="coverage-line">
        <b className="num">{percent} %</b>
        <span className="t2 small">
          {covered.toLocaleString('en-US')} of {requirements.toLocaleString('en-US')} requirements have a task
          {open.length > 0 && `, ${open.join(', ')}`}
        </span>
      </Link>
      <Meter value={covered} max={requirements} label="Requirements with a task" warns={false} />
    </section>
  );
}
