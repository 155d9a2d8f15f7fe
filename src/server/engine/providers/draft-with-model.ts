import type { DraftResult, Planner } from '../planner.ts';
import { askOnceWith, type Surroundings, surroundings } from './ask-once.ts';
import { draftPlan } from './draft-plan.ts';
import { explainFailure, ModelFailure } from './explain-failure.ts';
import type { Provider } from './open-provider.ts';
import { startReporter } from './report-progress.ts';
import { splitSections } from './split-sections.ts';
import { startMeter } from './sum-usage.ts';

/** A planner that drafts with the given model: it refines the requirement table section by section. */
export function createModelPlanner(provider: Provider, around: Surroundings = surroundings): Planner {
  return {
    name: provider.name,
    label: provider.label,
    model: provider.model,
    async draft(input): Promise<DraftResult> {
      const meter = startMeter(provider.price, (usage) => input.spent?.(usage));
      const ask = askOnceWith(provider, input, meter, around);
      const chunks = splitSections(input.extraction);
      const reporter = startReporter(input, chunks.length);
      try {
        return { draft: await draftPlan({ ask, input, chunks, reporter, notices: [] }), usage: meter.total() };
      } catch (error) {
        throw error instanceof ModelFailure ? explainFailure(error, provider) : error;
      } finally {
        await reporter.end();
      }
    },
  };
}
