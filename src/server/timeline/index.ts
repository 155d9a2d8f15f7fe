export { findOccurrences } from './find-occurrences.ts';
export { insertFirstVisit } from './record-visit.ts';
export { addTimelineRoutes } from './routes.ts';
export { sweepTimelines } from './sweep-timelines.ts';
