export { createProject, insertProject } from './create-project.ts';
export { deleteProject } from './delete-project.ts';
export { listProjects } from './get-project.ts';
export { requireProject } from './require-project.ts';
export { addProjectRoutes } from './routes.ts';
export { updateProject } from './update-project.ts';
