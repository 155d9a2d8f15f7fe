export { findOccurrences } from './find-occurrences.ts';
export { addTimelineRoutes } from './routes.ts';
export { sweepTimelines } from './sweep-timelines.ts';
