import { Link } from 'react-router';
import { KEY_TEXTS as T } from '#contract/api-key-texts.ts';
import { LOADING } from '#contract/common-texts.ts';
import { CONNECT_TEXTS } from '#contract/connect-texts.ts';
import { PROJECT_TEXTS } from '#contract/project-texts.ts';
import { ConnectAgent, KeyCard, LeaveGuard, SecureNote, useApiKey, useNewKey } from '#web/features/api-keys/index.ts';
import { Crumbs } from '#web/features/frame/index.ts';
import { useProjects } from '#web/features/projects/index.ts';
import { messageOf } from '#web/lib/net/failure-toast.ts';
import { usePageTitle } from '#web/lib/page-title.ts';
import { paths } from '#web/paths.ts';
import { LoadingState, useDelayedFlag } from '#web/ui/loading.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { ErrorState } from '#web/ui/empty-state.tsx';
import layout from '#web/styles/layout.module.css';
import typography from '#web/styles/typography.module.css';
import { PageHead } from '#web/ui/page-head.tsx';
import styles from './api-keys.module.css';

export function Component() {
  usePageTitle(T.title);
  const made = useNewKey();
  const { data: info } = useApiKey();
  return (
    <div className={layout.page}>
      <Crumbs trail={[{ label: T.title }]} />
      <PageHead
        title={T.title}
        lead={
          <>
            Together with a project ID, your key gives an agent access to your projects. Keys with a name, a scope and
            an expiry are on the{' '}
            <Link className={typography.link} to={paths.profile}>
              Account
            </Link>{' '}
            page.
          </>
        }
      />
      <KeyCard made={made} />
      <div className={styles.connectHead}>
        <h2 id="connect-title">{CONNECT_TEXTS.title}</h2>
        <p className={typography.secondary}>{CONNECT_TEXTS.lead}</p>
      </div>
      <Connect made={made} hasKey={info?.hasApiKey ?? false} />
      <div className={styles.foot}>
        <SecureNote quiet />
      </div>
      <LeaveGuard active={made.unsaved} />
    </div>
  );
}

function Connect({ made, hasKey }: { made: ReturnType<typeof useNewKey>; hasKey: boolean }) {
  const projects = useProjects();
  const loading = useDelayedFlag(projects.isPending);
  if (loading)
    return (
      <LoadingState text={LOADING}>
        <Skeleton height={420} width="100%" />
      </LoadingState>
    );
  if (projects.data) return <ConnectAgent projects={projects.data} made={made} hasKey={hasKey} />;
  if (!projects.isError) return null;
  return (
    <ErrorState
      message={messageOf(projects.error, PROJECT_TEXTS.loadFailed)}
      retrying={projects.isFetching}
      onRetry={() => void projects.refetch()}
    />
  );
}
