import { useState } from 'react';
import type { Task } from '#contract/task.ts';
import { call } from '#web/lib/net/api.ts';
import { failureToast } from '#web/lib/net/failure-toast.ts';
import { toast } from '#web/ui/toast.ts';
import type { PlanView } from '../data/plan-view.ts';
import { agentPrompt } from './agent-prompt.ts';
import { copySaid } from './copy-said.ts';

const ASKED = 40;

/** Reads the task's notes and puts everything an agent needs on the clipboard. */
export function useCopyForAgent(plan: PlanView, task: Task) {
  const [busy, setBusy] = useState(false);
  const copy = async () => {
    if (busy) return;
    setBusy(true);
    try {
      const notes = await call('GET /api/projects/:id/notes', { id: plan.project.id, task_id: task.id, limit: ASKED });
      await copySaid(agentPrompt(plan, task, notes), `T${task.number}`);
    } catch (error) {
      toast(failureToast(error, 'Failed to read the notes of this task'));
    } finally {
      setBusy(false);
    }
  };
  return { busy, copy: () => void copy() };
}
