export { GeneratingDialog } from './generation/generating-dialog.tsx';
export { PlanCheckDialog } from './generation/plan-check-dialog.tsx';
export { SuccessDialog } from './generation/success-dialog.tsx';
export { type GenerationFlow, useGeneration } from './generation/use-generation.ts';
export { useEngine, useGenerationRun } from './queries.ts';
