import type { DraftResult, Planner } from '../planner.ts';
import { askOnceWith, type Surroundings, surroundings } from './ask-once.ts';
import { draftPlan } from './draft-plan.ts';
import { explainFailure, ModelFailure } from './explain-failure.ts';
import type { Provider } from './provider.ts';
import { startReporter } from './report-progress.ts';
import { startMeter } from './sum-usage.ts';

/** A planner that drafts with a language model, from the whole PRD. */
export function createModelPlanner(provider: Provider, around: Surroundings = surroundings): Planner {
  return {
    name: provider.name,
    label: provider.label,
    model: provider.model,
    async draft(input): Promise<DraftResult> {
      const meter = startMeter(provider.price, (usage) => input.spent?.(usage));
      const ask = askOnceWith(provider, input, meter, around);
      const reporter = startReporter(input);
      const run = { ask, input, room: provider.maxPromptTokens, reporter, notices: [] };
      try {
        return { draft: await draftPlan(run), usage: meter.total() };
      } catch (error) {
        throw error instanceof ModelFailure ? explainFailure(error, provider) : error;
      } finally {
        await reporter.end();
      }
    },
  };
}
