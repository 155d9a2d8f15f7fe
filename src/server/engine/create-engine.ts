import type { PlannerName } from '#contract/generation.ts';
import type { Services } from '#server/platform/context.ts';
import { AppError } from '#server/platform/error.ts';
import { meterReading } from './meter-reading.ts';
import type { Engine, Planner } from './planner.ts';
import { configuredProvider, createModelPlanner, findProvider } from './drafting/index.ts';
import { draftedLists } from './drafted-lists.ts';
import { createPlannerPool } from './run-planner.ts';

const embedded: Planner = {
  name: 'embedded',
  label: 'Embedded planner',
  model: null,
  async draft({ builtIn, progress }) {
    const lists = draftedLists(builtIn, () => true);
    await progress({ message: 'Drafted the plan', percent: 90, listName: null, tasks: builtIn.tasks.length, lists });
    return { draft: builtIn, usage: null };
  },
};

/** The engines of this server: the embedded planner, and the configured model. */
export function createEngine(services: Services): Engine {
  const pool = createPlannerPool(services.metrics);
  return {
    async choose(name) {
      const { claudeModel, builtInPlanner } = await services.settings.read();
      const wanted = name ?? (builtInPlanner ? 'embedded' : (configuredProvider(services.config) ?? 'embedded'));
      if (wanted === 'embedded') return embedded;
      const provider = findProvider(services.config, wanted, claudeModel);
      if (provider === undefined) throw notConfigured(wanted);
      return createModelPlanner(provider);
    },
    async read(content, { actor, kind, previous, roles, maxTasks }) {
      const account = 'userId' in actor ? actor.userId : null;
      if (account !== null) await meterReading(services, account, kind);
      return pool.run({ content, previous, roles, maxTasks }, { account, kind });
    },
    close: () => pool.close(),
  };
}

function notConfigured(name: PlannerName): AppError {
  const message = `is not set up on this server: leave it out, or say "embedded"`;
  return new AppError('VALIDATION_ERROR', `The planner ${name} ${message}.`, {
    issues: [{ path: 'planner', message }],
  });
}
