import type { PlannerName } from '#contract/generation.ts';
import type { PlanDraft } from '#contract/plan-draft.ts';
import type { Extraction } from '#contract/requirement.ts';
import type { Services } from '#server/platform/context.ts';
import { AppError } from '#server/platform/error.ts';
import type { Engine, Planner } from './planner.ts';
import { configuredProvider, createModelPlanner, findProvider } from './providers/index.ts';
import { closeOffline, readPrdOffline, runOffline } from './run-offline.ts';

/** What this server plans with: the embedded planner always, and the model it is configured for. */
export function createEngine(services: Services): Engine {
  const drafts = new WeakMap<Extraction, { draft: PlanDraft; maxTasks: number; by: string | null }>();
  const read = async (
    content: string,
    previous: Extraction['requirements'],
    room: { maxTasks: number; by: string | null },
  ) => {
    const { extraction, draft } = await runOffline(content, previous, room);
    drafts.set(extraction, { draft, ...room });
    return { extraction, draft };
  };
  const embedded: Planner = {
    name: 'embedded',
    label: 'Embedded planner',
    model: null,
    async draft({ content, extraction, maxTasks, progress }) {
      const kept = drafts.get(extraction);
      const again = { maxTasks, by: kept?.by ?? null };
      const draft =
        kept?.maxTasks === maxTasks ? kept.draft : (await read(content, extraction.requirements, again)).draft;
      await progress({ message: 'Drafted the plan', percent: 90, listName: null, tasks: draft.tasks.length });
      return { draft, usage: null };
    },
  };
  return {
    async choose(name) {
      const { claudeModel } = await services.settings.read();
      const wanted = name ?? configuredProvider(services.config) ?? 'embedded';
      if (wanted === 'embedded') return embedded;
      const provider = findProvider(services.config, wanted, claudeModel);
      if (provider === undefined) throw notConfigured(wanted);
      return createModelPlanner(provider);
    },
    async extract(content, previous, { actor, draftWithin }) {
      const by = 'userId' in actor ? actor.userId : null;
      if (draftWithin === undefined) return readPrdOffline(content, previous, by);
      return (await read(content, previous, { maxTasks: draftWithin, by })).extraction;
    },
    close: closeOffline,
  };
}

function notConfigured(name: PlannerName): AppError {
  const message = `is not set up on this server: leave it out, or say "embedded"`;
  return new AppError('VALIDATION_ERROR', `The planner ${name} ${message}.`, {
    issues: [{ path: 'planner', message }],
  });
}
