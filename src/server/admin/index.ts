export { sweepLogs } from './logs/sweep-logs.ts';
export { addAdminRoutes } from './routes.ts';
export { checkSafety } from './safety/check-safety.ts';
