import './prd.css';
import { ChevronLeft, KeyRound } from 'lucide-react';
import { useState } from 'react';
import { useParams } from 'react-router';
import type { ProjectSummary } from '#contract/project.ts';
import { BACK_TO_PROJECTS, KEY_TEXTS, PRD_TEXTS as T, PROJECT_TEXTS } from '#contract/texts.ts';
import { useMe } from '#web/features/account/index.ts';
import { CredentialsDialog } from '#web/features/api-keys/index.ts';
import { usePrd } from '#web/features/engine/index.ts';
import { Crumbs } from '#web/features/frame/index.ts';
import { useFollowPlan, usePlan } from '#web/features/plan/index.ts';
import { isUnknownProject, lockOf, LockNotice, UnknownProject, useProject } from '#web/features/projects/index.ts';
import { EditLockContext } from '#web/lib/edit-lock.ts';
import { usePageTitle } from '#web/lib/page-title.ts';
import { paths } from '#web/paths.ts';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import { LoadingState, useDelayedFlag } from '#web/ui/loading.tsx';
import { Workbench } from './workbench.tsx';

const REDIRECT_AFTER = 1_000;

/** Where the specification of a project is written, turned into its plan, and held against it. */
export function Component() {
  const { projectId = '' } = useParams();
  const { data: project, error, isPending } = useProject(projectId);
  usePageTitle('PRD', ...(project ? [project.name] : []));
  const loading = useDelayedFlag(isPending);
  if (loading) return <LoadingState text={PROJECT_TEXTS.loading} className="wrap prd" />;
  if (isPending) return null;
  // What is being written outlives a refetch that fails: only a project that is gone ends it.
  if (!project || project.deleted_at !== null || isUnknownProject(error))
    return <UnknownProject error={project ? null : error} after={REDIRECT_AFTER} />;
  return (
    <div className="wrap prd">
      <Crumbs
        trail={[
          { label: 'Projects', to: paths.projects },
          { label: project.name, to: paths.tasks(projectId) },
          { label: 'PRD' },
        ]}
      />
      <ButtonLink variant="ghost" size="sm" to={paths.projects} icon={<ChevronLeft />} className="back">
        {BACK_TO_PROJECTS}
      </ButtonLink>
      <div className="row g2">
        <h1 className="fill">{T.title}</h1>
        <Credentials projectId={projectId} />
      </div>
      <p className="t2 about">{project.name}</p>
      <LockNotice project={project} />
      <EditLockContext value={lockOf(project)}>
        <Known key={projectId} project={project} />
      </EditLockContext>
    </div>
  );
}

/** What the tabs are depends on whether there is a PRD: nothing is shown that would move a moment later. */
function Known({ project }: { project: ProjectSummary }) {
  useFollowPlan(project.id);
  const { plan } = usePlan(project.id);
  const prd = usePrd(project.id);
  const loading = useDelayedFlag(prd.isPending);
  if (loading) return <LoadingState text={PROJECT_TEXTS.loading} />;
  if (prd.isPending) return null;
  return <Workbench project={project} plan={plan} prd={prd.data ?? undefined} />;
}

function Credentials({ projectId }: { projectId: string }) {
  const { data: me } = useMe();
  const [shown, setShown] = useState(false);
  return (
    <>
      <Button icon={<KeyRound />} onClick={() => setShown(true)}>
        {KEY_TEXTS.credentials}
      </Button>
      {shown && (
        <CredentialsDialog
          projectId={projectId}
          account={me && { id: me.id, name: me.display_name || me.email }}
          onClose={() => setShown(false)}
        />
      )}
    </>
  );
}
