import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { generatePlan, PlannerName } from '#contract/generation.ts';
import type { AnswerOf } from '#contract/endpoint.ts';
import { callIn } from '#web/lib/api.ts';
import { queryKeys } from '#web/lib/query-keys.ts';

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

/** "gen_", the time and chance: sent twice it runs once. */
export const newSessionId = () => `gen_${Date.now()}_${crypto.randomUUID().slice(0, 8)}`;

/** Makes the plan. Everything that counts it is read again. */
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

/** What either way would do to today's plan; nothing is written. */
export const usePreviewPlan = (projectId: string) =>
  useMutation({
    mutationFn: (specification: Specification & { planner?: PlannerName }) =>
      callIn(projectId, 'POST /api/ai-engine/preview', {
        ...specification,
        clearExisting: false,
        mode: 'PRD',
        sessionId: newSessionId(),
      }),
  });
