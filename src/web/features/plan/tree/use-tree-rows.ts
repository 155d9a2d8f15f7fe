import { useDeferredValue, useMemo } from 'react';
import type { PlanView } from '../data/plan-view.ts';
import { type Draft, withDraft } from './add-draft.ts';
import { findInPlan, isFiltering, type PlanFilters } from './filter-plan.ts';
import { flattenPlan } from './flatten-plan.ts';
import { type Folds, isFolded } from './folds.ts';
import type { TreeRow } from './tree-row.ts';

const NONE: ReadonlySet<string> = new Set();

export interface TreeRows {
  rows: readonly TreeRow[];
  indexOf: ReadonlyMap<string, number>;
}

/** The filters are deferred (useDeferredValue), so that typing stays responsive in a large plan. */
export function useTreeRows(
  plan: PlanView,
  filters: PlanFilters,
  folds: Folds,
  pending: ReadonlySet<string>,
  draft: Draft | undefined,
): TreeRows {
  const shown = useDeferredValue(filters);
  const kept = isFiltering(shown) ? pending : NONE;
  const found = useMemo(() => findInPlan(plan, shown, kept), [plan, shown, kept]);
  const flat = useMemo(
    () => flattenPlan(plan, { lists: shown.lists, found, isFolded: (id) => isFolded(folds, id) }),
    [plan, shown.lists, found, folds],
  );
  const rows = useMemo(() => withDraft(flat, draft), [flat, draft]);
  const indexOf = useMemo(() => indexed(rows), [rows]);
  return { rows, indexOf };
}

function indexed(rows: readonly TreeRow[]) {
  const indexOf = new Map<string, number>();
  for (let i = 0; i < rows.length; i += 1) indexOf.set(rows[i]?.id ?? '', i);
  return indexOf;
}
