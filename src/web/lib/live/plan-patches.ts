import type { PlanData } from './plan-data.ts';
import { patchStore } from './patch-store.ts';
import { editPlan, type PlanEditor } from './plan-editor.ts';

/** An optimistic update that is not confirmed yet. Overlaid on the plan and never written into it: a rollback only drops it. */
export interface PlanPatch {
  /** The rows it touches, shown as pending. */
  rows: readonly string[];
  apply: (plan: PlanEditor) => void;
  /** Whether it adds rows that have a temporary id. */
  adds?: boolean;
}

const store = patchStore<PlanPatch>();
export const listPatches = store.list;
export const subscribePatches = store.subscribe;
export const addPatch = store.add;

/** The plan as shown: the confirmed state with the pending updates applied in the order they were made. */
export function overlay(data: PlanData, pending: readonly PlanPatch[]): PlanData {
  if (pending.length === 0) return data;
  const plan = editPlan(data);
  for (const patch of pending) patch.apply(plan);
  return plan.close();
}
