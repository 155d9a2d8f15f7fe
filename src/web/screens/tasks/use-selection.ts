import { useEffect, useEffectEvent, useRef } from 'react';
import { QUESTION_TEXTS as T } from '#contract/question-texts.ts';
import type { Task } from '#contract/task.ts';
import type { PlanView } from '#web/features/plan/index.ts';
import { readDraft } from '#web/lib/answer-draft.ts';
import { copyText } from '#web/ui/copy-text.ts';
import { toast } from '#web/ui/toast.ts';
import { findTask } from './find-task.ts';

/** The task in the URL. An unknown one is removed from it, with a toast unless it was shown before (deleted). */
export function useSelection(
  plan: PlanView | undefined,
  named: string | undefined,
  forget: () => void,
): Task | undefined {
  const task = plan && named !== undefined ? findTask(plan, named) : undefined;
  const seen = useRef<{ named: string; task: Task }>(undefined);
  const unknown = plan !== undefined && named !== undefined && task === undefined;
  const leave = useEffectEvent(() => {
    if (seen.current?.named !== named) toast({ title: 'That task is no longer in this plan' });
    else if (seen.current) offerDraft(seen.current.task);
    forget();
  });
  useEffect(() => {
    if (unknown) leave();
    else if (task && named !== undefined) seen.current = { named, task };
  }, [unknown, task, named]);
  return task;
}

/** Somebody deleted the task while its question was being answered here. */
function offerDraft({ id, number }: Task) {
  const text = readDraft(id)?.text.trim() ?? '';
  if (text === '') return;
  toast({
    title: T.gone(number),
    description: T.draftOfGone,
    duration: Infinity,
    action: { label: T.copyDraft, run: () => void copyText(text) },
  });
}
