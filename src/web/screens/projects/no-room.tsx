import { Link } from 'react-router';
import { mayUpgrade, useSubscription } from '#web/features/subscription/index.ts';
import { paths } from '#web/paths.ts';
import { Notice } from '#web/ui/notice.tsx';
import typography from '#web/styles/typography.module.css';

/** Warns of the limit of projects before the server refuses, with ways out. */
export function NoRoom() {
  const { data } = useSubscription();
  if (!data) return null;
  const { max_projects: allowed } = data.limits;
  if (allowed === null || data.usage.projects_count < allowed) return null;
  return (
    <Notice tone="warn">
      {data.has_plans ? 'Your plan allows' : 'Your account is allowed'} {allowed} active{' '}
      {allowed === 1 ? 'project' : 'projects'}. Archive or delete one to make room
      {mayUpgrade(data) ? (
        <>
          , or{' '}
          <Link className={typography.link} to={paths.subscription}>
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
