import type { PlanData } from './plan-data.ts';
import { patchStore } from './patch-store.ts';
import { editPlan, type PlanEditor } from './plan-editor.ts';

/** A change that was asked for and is not confirmed yet. It is laid over the plan, never written into it. */
export interface PlanPatch {
  /** The rows it touches, which are shown as pending. */
  rows: readonly string[];
  apply: (plan: PlanEditor) => void;
  /** Rows the server has not named yet are among them. */
  adds?: boolean;
}

const store = patchStore<PlanPatch>();
export const listPatches = store.list;
export const subscribePatches = store.subscribe;
export const addPatch = store.add;

/** The plan as it is shown: what is confirmed, with what is pending over it, in the order it was asked for. */
export function overlay(data: PlanData, pending: readonly PlanPatch[]): PlanData {
  if (pending.length === 0) return data;
  const plan = editPlan(data);
  for (const patch of pending) patch.apply(plan);
  return plan.close();
}
