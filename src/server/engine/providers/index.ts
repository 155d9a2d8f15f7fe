export { createModelPlanner } from './draft-with-model.ts';
export { listModels } from './list-models.ts';
export { configuredProvider, findProvider } from './open-provider.ts';
