import type { QueryClient } from '@tanstack/react-query';
import type { PlanData } from './plan-data.ts';
import { editPlan, type PlanEditor } from './plan-editor.ts';

/** A change that was asked for and is not confirmed yet. It is laid over the plan, never written into it. */
export interface PlanPatch {
  /** The rows it touches, which are shown as pending. */
  rows: readonly string[];
  apply: (plan: PlanEditor) => void;
  /** Rows the server has not named yet are among them. */
  adds?: boolean;
}

const NONE: readonly PlanPatch[] = [];
const patches = new WeakMap<QueryClient, Map<string, readonly PlanPatch[]>>();
const listeners = new Set<() => void>();

export const listPatches = (cache: QueryClient, projectId: string) => patches.get(cache)?.get(projectId) ?? NONE;

export function subscribePatches(listener: () => void) {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

function set(cache: QueryClient, projectId: string, next: readonly PlanPatch[]) {
  const ofCache = patches.get(cache) ?? new Map<string, readonly PlanPatch[]>();
  patches.set(cache, ofCache);
  if (next.length > 0) ofCache.set(projectId, next);
  else ofCache.delete(projectId);
  for (const listener of listeners) listener();
}

/** Shows a change until the returned function is called: after its answer, or when it failed. */
export function addPatch(cache: QueryClient, projectId: string, patch: PlanPatch) {
  set(cache, projectId, [...listPatches(cache, projectId), patch]);
  return () =>
    set(
      cache,
      projectId,
      listPatches(cache, projectId).filter((each) => each !== patch),
    );
}

/** The plan as it is shown: what is confirmed, with what is pending over it, in the order it was asked for. */
export function overlay(data: PlanData, pending: readonly PlanPatch[]): PlanData {
  if (pending.length === 0) return data;
  const plan = editPlan(data);
  for (const patch of pending) patch.apply(plan);
  return plan.close();
}
