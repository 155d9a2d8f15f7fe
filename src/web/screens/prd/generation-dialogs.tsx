import { useNavigate } from 'react-router';
import type { ProjectSummary } from '#contract/project.ts';
import { GeneratingDialog, type GenerationFlow, PlanCheckDialog, SuccessDialog } from '#web/features/engine/index.ts';
import { exportPlan, type PlanView } from '#web/features/plan/index.ts';
import type { GenerationRun } from '#web/lib/live/live-generation.ts';
import { paths } from '#web/paths.ts';

interface GenerationDialogsProps {
  project: ProjectSummary;
  plan: PlanView | undefined;
  flow: GenerationFlow;
  run: GenerationRun | undefined;
}

export function GenerationDialogs({ project, plan, flow, run }: GenerationDialogsProps) {
  const navigate = useNavigate();
  const { stage, preview } = flow;
  if (stage.at === 'checking') {
    const { planner } = stage;
    return (
      <PlanCheckDialog
        diffs={preview.data}
        error={preview.error}
        holders={[...new Set(plan?.batons.map(({ holder }) => holder.name))]}
        onRetry={(embedded) => flow.check(embedded ? 'embedded' : planner)}
        onDownload={() => void exportPlan(project, 'markdown')}
        onGenerate={(clearExisting) => flow.run(clearExisting, planner)}
        onClose={flow.cancel}
      />
    );
  }
  if (stage.at === 'generating') {
    const own = run?.sessionId === stage.sessionId ? run : undefined;
    return <GeneratingDialog startedAt={stage.startedAt} run={own} />;
  }
  if (stage.at === 'done') {
    const { tasksCreated, processingTime, notices, sessionId } = stage.answer;
    const lists = run !== undefined && run.sessionId === sessionId ? run.lists : [];
    return (
      <SuccessDialog
        tasksCreated={tasksCreated}
        processingTime={processingTime}
        notices={notices}
        lists={lists.reduce((sum, { tasks }) => sum + tasks, 0) === tasksCreated ? lists : []}
        onGo={() => void navigate(paths.tasks(project.id))}
      />
    );
  }
  return null;
}
