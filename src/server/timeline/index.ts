export { addTimelineRoutes } from './routes.ts';
export { sweepTimelines } from './sweep-timelines.ts';
