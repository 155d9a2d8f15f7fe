import { FileText } from 'lucide-react';
import { BatonHolder, PlanMenu, type PlanView } from '#web/features/plan/index.ts';
import { ProjectBar } from '#web/features/projects/index.ts';
import { paths } from '#web/paths.ts';
import { ButtonLink } from '#web/ui/button.tsx';
import { useNarrow } from '#web/ui/split/use-narrow.ts';

/** Under the header: the way back, the project, who holds the baton, and the plan as a whole. */
export function TasksBar({ plan, onSelect }: { plan: PlanView; onSelect: (taskId: string) => void }) {
  const { project, counts } = plan;
  const narrow = useNarrow();
  const holder = <BatonHolder plan={plan} onSelect={onSelect} />;
  return (
    <div className="tasks-bar">
      <ProjectBar project={project} count={counts.tasks}>
        {!narrow && holder}
        <ButtonLink size="sm" to={paths.prd(project.id)} icon={<FileText />}>
          PRD
        </ButtonLink>
        <PlanMenu project={project} />
      </ProjectBar>
      {narrow && holder}
    </div>
  );
}
