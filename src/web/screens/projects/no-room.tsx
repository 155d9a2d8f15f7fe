import { Link } from 'react-router';
import { isFree, useSubscription } from '#web/features/subscription/index.ts';
import { paths } from '#web/paths.ts';
import { Notice } from '#web/ui/states.tsx';

/** The refusal of one project too many, told before it comes and with the ways out of it. */
export function NoRoom() {
  const { data } = useSubscription();
  if (!data || data.usage.projects_count < data.limits.max_projects) return null;
  const { max_projects: allowed } = data.limits;
  return (
    <Notice tone="warn">
      Your plan allows {allowed} active {allowed === 1 ? 'project' : 'projects'}. Archive or delete one to make room
      {isFree(data) ? (
        <>
          , or{' '}
          <Link className="link" to={paths.subscription}>
            upgrade
          </Link>
          .
        </>
      ) : (
        '.'
      )}
    </Notice>
  );
}
