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
import typography from '#web/styles/typography.module.css';
import layout from '#web/styles/layout.module.css';
import { cx } from '#web/ui/cx.ts';
import styles from './project-settings.module.css';

/** Loads the plan for the holders and the number of ready tasks. */
export function Component() {
  const { projectId = '' } = useParams();
  const { plan, error, isPending, refetch } = usePlan(projectId);
  useFollowPlan(projectId);
  useNeedsMark(plan?.needsYou().length ?? 0);
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

function Waiting() {
  usePageTitle('Settings');
  return (
    <div className={styles.page}>
      <h1 className={typography.visuallyHidden}>{T.title}</h1>
      <span />
      <LoadingState text={LOADING}>
        <div className={cx(layout.column, layout.gap24)}>
          <Skeleton height={170} width="100%" />
          <Skeleton height={220} width="100%" />
          <Skeleton height={260} width="100%" />
        </div>
      </LoadingState>
    </div>
  );
}
