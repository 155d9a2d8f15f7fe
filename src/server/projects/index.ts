export { createProject, insertProject } from './create-project.ts';
export { deleteProject } from './delete-project.ts';
export { listProjects, requireSummary, requireSummaryOf } from './get-project.ts';
export { type OwnedProject, proveOwned, requireProject } from './require-project.ts';
export { lockPlacesOf, requirePlaceForProject } from './count-active-projects.ts';
export { presentProject } from './present.ts';
export { addProjectRoutes } from './routes.ts';
export { updateProject } from './update-project.ts';
