import { Link } from 'react-router';
import { NamedKeys } from '#web/features/api-keys/index.ts';
import { useProjects } from '#web/features/projects/index.ts';
import { paths } from '#web/paths.ts';
import typography from '#web/styles/typography.module.css';
import { cx } from '#web/ui/cx.ts';
import { AccountRow } from './account-row.tsx';

export function ApiKeys() {
  const { data: projects } = useProjects();
  return (
    <AccountRow title="API Keys" about="What agents use that do not sign in. All keys share your account’s limits.">
      <NamedKeys projects={projects} />
      <p className={cx(typography.small, typography.tertiary)}>
        <Link className={typography.link} to={paths.apiKeys}>
          Connect an agent
        </Link>{' '}
        shows where a key goes.
      </p>
    </AccountRow>
  );
}
