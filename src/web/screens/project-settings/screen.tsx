import { useState } from 'react';
import { useParams } from 'react-router';
import { LOADING } from '#contract/common-texts.ts';
import { PROJECT_SETTINGS_TEXTS as T } from '#contract/project-settings-texts.ts';
import { useFollowPlan, usePlan } from '#web/features/plan/index.ts';
import { isUnknownProject, UnknownProject } from '#web/features/projects/index.ts';
import { messageOf } from '#web/lib/net/failure-toast.ts';
import { useNeedsMark, usePageTitle } from '#web/lib/page-title.ts';
import { LoadingState, useDelayedFlag } from '#web/ui/loading.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { ErrorState } from '#web/ui/empty-state.tsx';
import { SettingsPage } from './settings-page.tsx';
import layout from '#web/styles/layout.module.css';
import { cx } from '#web/ui/cx.ts';
import styles from './project-settings.module.css';

/** Loads the plan for the holders and the number of ready tasks. */
export function Component() {
  const { projectId = '' } = useParams();
  const { plan, error, isPending, refetch } = usePlan(projectId);
  useFollowPlan(projectId);
  useNeedsMark(plan === undefined || plan.project.role === 'viewer' ? 0 : plan.needsYou().length);
  const loading = useDelayedFlag(isPending);
  const [isGone, setGone] = useState(false);
  // Deleted from this screen: the answer shows the toast and redirects.
  if (isGone && (!plan || plan.project.deleted_at)) return null;
  if (plan?.project.deleted_at) return <UnknownProject error={null} />;
  if (!plan && error && isUnknownProject(error)) return <UnknownProject error={error} />;
  if (!plan && error) return <ErrorState heading="h1" message={messageOf(error, T.loadFailed)} onRetry={refetch} />;
  if (loading) return <Waiting />;
  return plan ? <SettingsPage key={projectId} plan={plan} isGone={isGone} onGone={setGone} /> : null;
}

const SectionSkeleton = ({ height }: { height: number }) => (
  <div className={cx(layout.column, layout.gap12)}>
    <Skeleton height={14} width={90} />
    <Skeleton height={height} width="100%" />
  </div>
);

function Waiting() {
  usePageTitle('Settings');
  return (
    <>
      <div className={styles.head}>
        <h1>{T.title}</h1>
      </div>
      <div className={styles.page}>
        <div className={styles.indexSkeleton}>
          {Object.keys(T.sections).map((id) => (
            <Skeleton key={id} height={14} width={110} />
          ))}
        </div>
        <LoadingState text={LOADING}>
          <div className={cx(layout.column, layout.gap24)}>
            <SectionSkeleton height={240} />
            <SectionSkeleton height={230} />
            <SectionSkeleton height={226} />
          </div>
        </LoadingState>
      </div>
    </>
  );
}
