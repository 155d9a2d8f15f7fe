export { addRealtimeRoutes } from './routes.ts';
