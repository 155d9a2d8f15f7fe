export { exportNotifications } from './export-notifications.ts';
export { followNotifications } from './follow-notifications.ts';
export { noteOccurrences } from './note-occurrences.ts';
export type { Occurrence } from './occurrence.ts';
export { addNotificationRoutes } from './routes.ts';
export { sweepNotifications } from './sweep-notifications.ts';
