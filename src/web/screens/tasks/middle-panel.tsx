import { useState } from 'react';
import { RELAY_TEXTS as T } from '#contract/relay-texts.ts';
import type { Task } from '#contract/task.ts';
import { openQuestionOf, OverviewPanel, type PlanView, TakeAway, usePlanEdits } from '#web/features/plan/index.ts';
import { HowToStart, RelayBody, type RelayReach } from '#web/features/relay/index.ts';
import { toast } from '#web/ui/toast.ts';
import type { useViews } from './use-views.tsx';

type OverviewProps = Parameters<typeof OverviewPanel>[0];

interface MiddlePanelProps extends Omit<OverviewProps, 'views' | 'start'> {
  views: ReturnType<typeof useViews>;
  onAnswer: (taskId: string) => void;
  focus: Pick<RelayReach, 'wantsFocus' | 'onFocused'>;
}

/** The middle panel while no task is selected: the overview of the plan, or the agents at work on it. */
export function MiddlePanel({ views, onAnswer, focus, ...overview }: MiddlePanelProps) {
  const { plan, projectId, onSelect } = overview;
  const edits = usePlanEdits(projectId);
  const [taking, setTaking] = useState<Task>();
  const reach: RelayReach = {
    ...focus,
    projectId,
    batonOf: plan.batonOf,
    hasOpenQuestion: (taskId) => hasOpenQuestion(plan, taskId),
    onSelect,
    onAnswer,
    onTakeAway: (taskId) => setTaking(plan.tasks.get(taskId)),
    onStartAgain: (taskId, reason) => {
      const task = plan.tasks.get(taskId);
      if (task) void edits.takeBatonAway(task, reason).then((done) => done && toast({ title: T.startedAgain }));
    },
  };
  return (
    <>
      <OverviewPanel
        {...overview}
        start={views.isFirst && <HowToStart />}
        views={
          views.hasTab
            ? {
                id: views.id,
                tabs: views.tabs,
                name: views.isRelay ? T.title : T.overview,
                other: views.isRelay ? <RelayBody reach={reach} tabs={views.id} /> : undefined,
              }
            : undefined
        }
      />
      {taking && <TakeAway plan={plan} task={taking} onClose={() => setTaking(undefined)} />}
    </>
  );
}

const hasOpenQuestion = (plan: PlanView, taskId: string) => openQuestionOf(plan.tasks.get(taskId)) !== undefined;
