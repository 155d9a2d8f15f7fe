export { addExampleProject } from './add-example-project.ts';
export { addPlanRoutes } from './routes.ts';
