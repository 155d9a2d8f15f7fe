import { useState } from 'react';
import type { ProjectSummary } from '#contract/project.ts';
import { PRD_TEXTS as T } from '#contract/texts.ts';
import {
  CoverageCard,
  type Prd,
  type Specification,
  useGeneration,
  useGenerationRun,
  VersionsDialog,
} from '#web/features/engine/index.ts';
import type { PlanView } from '#web/features/plan/index.ts';
import { type Draft, EMPTY } from './draft.ts';
import { EditorPanel } from './editor-panel.tsx';
import { FileBox } from './file-box.tsx';
import { GenerationDialogs } from './generation-dialogs.tsx';
import { OutlineSide } from './outline-side.tsx';
import { useDraft } from './use-draft.ts';
import { useView } from './use-view.ts';

interface WorkbenchProps {
  project: ProjectSummary;
  /** Undefined while it is read. */
  plan: PlanView | undefined;
  prd: Prd | undefined;
}

/** The text on one side; on the other what is found in it, or how much of it the plan answers. */
export function Workbench({ project, plan, prd }: WorkbenchProps) {
  const { draft, change, kept } = useDraft(project.id);
  const [view, setView] = useView({ hasPrd: prd !== undefined, hasDraft: draft.content !== '' });
  const [versionsShown, showVersions] = useState(false);
  const flow = useGeneration({
    projectId: project.id,
    specification: draft,
    hasTasks: (plan?.counts.tasks ?? project.taskCount) > 0,
    onGenerated: () => change(EMPTY),
  });
  const run = useGenerationRun(project.id) ?? undefined;
  const edit = ({ content, filename }: Specification) => {
    change({ content, filename });
    setView('edit');
    showVersions(false);
  };
  const isPlanView = view === 'plan' && prd !== undefined;

  return (
    <div className="two">
      <div className="main">
        {!isPlanView && <SourceBox draft={draft} onChange={change} />}
        <EditorPanel
          projectId={project.id}
          view={view}
          onView={setView}
          draft={draft}
          onChange={change}
          kept={kept}
          prd={prd}
          plan={plan}
          onEdit={edit}
          onVersions={() => showVersions(true)}
        />
      </div>
      <aside className="side" aria-label="Plan outline and generation">
        {isPlanView ? (
          <CoverageCard projectId={project.id} prd={prd} />
        ) : (
          <OutlineSide project={project} plan={plan} draft={draft} flow={flow} run={run} />
        )}
      </aside>
      <GenerationDialogs project={project} plan={plan} flow={flow} run={run} />
      {versionsShown && <VersionsDialog projectId={project.id} onUse={edit} onClose={() => showVersions(false)} />}
    </div>
  );
}

function SourceBox({ draft, onChange }: { draft: Draft; onChange: (draft: Draft) => void }) {
  return (
    <>
      <FileBox draft={draft} onChange={onChange} />
      <div className="or">
        <span>{T.or}</span>
      </div>
    </>
  );
}
