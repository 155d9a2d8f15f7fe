import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import type { generatePlan, PlannerName } from '#contract/generation.ts';
import type { AnswerOf } from '#contract/endpoint.ts';
import { ApiError } from '#web/lib/net/api-error.ts';
import { callIn } from '#web/lib/net/api.ts';
import { queryKeys } from '#web/lib/net/query-keys.ts';

export type Generated = AnswerOf<typeof generatePlan>;

export interface Specification {
  content: string;
  filename: string;
}

export interface GenerationRequest extends Specification {
  clearExisting: boolean;
  sessionId: string;
  planner?: PlannerName;
}

/** Idempotency key of a run: the server executes a repeated request only once. */
export const newSessionId = () => `gen_${Date.now()}_${crypto.randomUUID().slice(0, 8)}`;

/** Generates the plan, then invalidates every query that depends on it. */
export function useGeneratePlan(projectId: string) {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (request: GenerationRequest) =>
      callIn(projectId, 'POST /api/ai-engine/prd-to-tasks', { ...request, mode: 'PRD' }),
    onSettled: async () => {
      const stale = [
        queryKeys.projects,
        queryKeys.project(projectId),
        queryKeys.subscription,
        queryKeys.allPrd(projectId),
        queryKeys.plan(projectId),
      ];
      await Promise.all(stale.map((queryKey) => cache.invalidateQueries({ queryKey })));
    },
  });
}

type Check = Specification & { planner?: PlannerName };

/** Dry run of merge and replace against the current plan. Nothing is written, but the use of a model is counted. */
export function usePreviewPlan(projectId: string) {
  const cache = useQueryClient();
  const open = useRef<{ check: string; sessionId: string }>(undefined);
  return useMutation({
    mutationFn: (specification: Check) => {
      const check = JSON.stringify(specification);
      // A retry of an unanswered request reuses its idempotency key, so nothing is drafted or counted twice.
      if (open.current?.check !== check) open.current = { check, sessionId: newSessionId() };
      const { sessionId } = open.current;
      const request = { ...specification, clearExisting: false, mode: 'PRD' as const, sessionId };
      return callIn(projectId, 'POST /api/ai-engine/preview', request);
    },
    onSettled: (_answer, error, specification) => {
      if (!isUnanswered(error) && open.current?.check === JSON.stringify(specification)) open.current = undefined;
      void cache.invalidateQueries({ queryKey: queryKeys.subscription });
    },
  });
}

/** An error without the server's own error type came from a proxy or the network: the run may still be going on. */
const isUnanswered = (error: Error | null) => error instanceof ApiError && error.errorType === undefined;
