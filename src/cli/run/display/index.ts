export { openScreen } from './open-screen.ts';
export type { Screen } from './screen.ts';
export type { Counts, ShownResult, ShownRun, ShownSummary } from './shown.ts';
export { oneLine } from './text-width.ts';
