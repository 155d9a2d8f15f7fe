export { addInstanceRoutes } from './routes.ts';
