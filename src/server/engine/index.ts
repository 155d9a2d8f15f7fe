export { createEngine } from './create-engine.ts';
export { sweepRuns } from './fail-run.ts';
export { listModels } from './providers/index.ts';
export type { DraftInput, Engine, Planner } from './planner.ts';
export { addEngineRoutes } from './routes.ts';
export { sweepChunks } from './sweep-chunks.ts';
