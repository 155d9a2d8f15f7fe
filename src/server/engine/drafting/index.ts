export { createModelPlanner } from './draft-with-model.ts';
export { keepCorrections } from './keep-corrections.ts';
export { listModels } from './list-models.ts';
export { configuredProvider, findProvider } from './open-provider.ts';
export { type ModelState, probeModel } from './probe-model.ts';
