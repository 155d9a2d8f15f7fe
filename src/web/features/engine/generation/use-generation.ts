import { useEffect, useRef, useState } from 'react';
import { FILENAME_DEFAULT } from '#contract/constants.ts';
import { GENERATION_TEXTS as T } from '#contract/generation-texts.ts';
import type { PlannerName } from '#contract/generation.ts';
import { ApiError } from '#web/lib/net/api-error.ts';
import { failureToast } from '#web/lib/net/failure-toast.ts';
import { isShownElsewhere } from '#web/lib/session/session-failure.ts';
import { getSession } from '#web/lib/session/session.ts';
import { toast } from '#web/ui/toast.ts';
import { type Generated, type Specification, useGeneratePlan, usePreviewPlan } from '../mutations.ts';
import { keptRun, type KeptRun } from './kept-run.ts';

export type GenerationStage =
  | { at: 'idle' }
  | { at: 'checking'; planner: PlannerName | undefined }
  | { at: 'generating'; startedAt: number; sessionId: string }
  | { at: 'done'; answer: Generated };

interface Flow {
  projectId: string;
  specification: Specification;
  /** The plan has tasks, so the plan check comes before the run. */
  hasTasks: boolean;
  /** Resolves to whether all input of the run is saved; false if the caller has shown an error instead. */
  whenReady: () => Promise<boolean>;
  /** The plan is written, so the draft can be deleted. */
  onGenerated: () => void;
}

export type GenerationFlow = ReturnType<typeof useGeneration>;

/** State machine of a generation: plan check where there is a plan already, then the run, then its result. */
export function useGeneration({ projectId, specification, hasTasks, whenReady, onGenerated }: Flow) {
  const [stage, setStage] = useState<GenerationStage>({ at: 'idle' });
  const preview = usePreviewPlan(projectId);
  const generate = useGeneratePlan(projectId);
  /** Number of the newest request: a dialog closed while `whenReady` was pending must not send its request. */
  const attempt = useRef(0);
  const sent = { content: specification.content, filename: specification.filename || FILENAME_DEFAULT };

  /** Sets the stage immediately and sends the request once all its input is saved. */
  const ask = (next: GenerationStage, request: () => void) => {
    const mine = (attempt.current += 1);
    setStage(next);
    void whenReady().then((isReady) => {
      if (mine !== attempt.current) return;
      if (isReady) return request();
      keptRun.remove(projectId);
      setStage({ at: 'idle' });
    });
  };

  const check = (planner?: PlannerName) =>
    ask({ at: 'checking', planner }, () => preview.mutate({ ...sent, ...(planner && { planner }) }));

  const send = ({ startedAt, ...request }: KeptRun) =>
    ask({ at: 'generating', startedAt, sessionId: request.sessionId }, () =>
      generate.mutate(
        { ...request, content: specification.content },
        {
          onSuccess: (answer) => {
            keptRun.remove(projectId);
            onGenerated();
            setStage({ at: 'done', answer });
          },
          onError: (error) => {
            keptRun.remove(projectId);
            setStage({ at: 'idle' });
            if (!isShownElsewhere(error)) toast({ ...failureToast(error), ...offer(error, request.clearExisting) });
          },
        },
      ),
    );

  const run = (clearExisting: boolean, planner?: PlannerName) => {
    send(keptRun.open(projectId, { filename: sent.filename, clearExisting, ...(planner && { planner }) }));
  };

  /** The embedded planner is never a silent fallback after a provider error: the person has to choose it. */
  const offer = (error: unknown, clearExisting: boolean) =>
    isProviderFailure(error)
      ? { action: { label: 'Use the embedded planner', run: () => run(clearExisting, 'embedded') } }
      : {};

  const start = (planner?: PlannerName) => {
    if (stage.at !== 'idle') return;
    if (getSession().status === 'signed-out') return refuse(T.signInTitle, T.signInText);
    if (projectId === '') return refuse(T.projectTitle, T.projectText);
    if (specification.content.trim() === '') return refuse(T.specificationTitle, T.specificationText);
    if (hasTasks) check(planner);
    else run(true, planner);
  };

  useResume(projectId, specification.content, send);
  return {
    stage,
    preview,
    start,
    check,
    run,
    cancel: () => {
      attempt.current += 1;
      preview.reset();
      setStage({ at: 'idle' });
    },
  };
}

export const isProviderFailure = (error: unknown) =>
  error instanceof ApiError && error.errorType === 'AI_PROVIDER_ERROR';

function refuse(title: string, description: string) {
  toast({ variant: 'destructive', title, description });
}

/** Resumes after a reload: repeats the request with the stored session id, which the server treats as the same run. */
function useResume(projectId: string, content: string, send: (kept: KeptRun) => void) {
  const resumed = useRef(false);
  useEffect(() => {
    if (resumed.current) return;
    resumed.current = true;
    const kept = keptRun.read(projectId, Date.now());
    if (kept && content.trim() !== '') send(kept);
    // On mount only.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, []);
}
