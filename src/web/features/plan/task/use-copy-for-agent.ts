import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Task } from '#contract/task.ts';
import { call } from '#web/lib/net/api.ts';
import { failureToast } from '#web/lib/net/failure-toast.ts';
import type { PlanData } from '#web/lib/live/plan-data.ts';
import { listPatches } from '#web/lib/live/plan-patches.ts';
import { loadTexts } from '#web/lib/live/plan-texts.ts';
import { queryKeys } from '#web/lib/net/query-keys.ts';
import { isShownElsewhere } from '#web/lib/session/session-failure.ts';
import { toast } from '#web/ui/toast.ts';
import { type PlanView, viewOf } from '../data/plan-view.ts';
import { agentPrompt } from './agent-prompt.ts';
import { copySaid } from './copy-said.ts';

const ASKED = 40;
/** After this long the texts that are known are copied. */
const TEXTS_WAIT = 10_000;

/** Loads the task's notes and texts, then copies the prompt. */
export function useCopyForAgent(plan: PlanView, task: Task) {
  const cache = useQueryClient();
  const [busy, setBusy] = useState(false);
  const copy = async () => {
    if (busy) return;
    setBusy(true);
    try {
      const notes = await call('GET /api/projects/:id/notes', { id: plan.project.id, task_id: task.id, limit: ASKED });
      await loadTexts(cache, plan.project.id, [task.id], AbortSignal.timeout(TEXTS_WAIT));
      const data = cache.getQueryData<PlanData>(queryKeys.plan(plan.project.id));
      const shown = data ? viewOf(data, listPatches(cache, plan.project.id)) : plan;
      await copySaid(agentPrompt(shown, shown.tasks.get(task.id) ?? task, notes), `T${task.number}`);
    } catch (error) {
      if (!isShownElsewhere(error)) toast(failureToast(error, 'Failed to load the notes of this task'));
    } finally {
      setBusy(false);
    }
  };
  return { busy, copy: () => void copy() };
}
