export { addExampleProject } from './load-example-project.ts';
export { addExampleRoutes } from './routes.ts';
