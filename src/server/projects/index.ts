export { createProject, insertProject } from './create-project.ts';
export { deleteProject } from './delete-project.ts';
export { findExample, noteAccess } from './find-example.ts';
export { getCurrentSubscription } from './get-current-subscription.ts';
export { settleAllPlaces } from './settle-all-places.ts';
export { settlePlaces } from './settle-places.ts';
export { listProjects, proveSummary, readSummaries, requireSummary } from './get-project.ts';
export { listProjectIds } from './queries.ts';
export {
  type SeenProject,
  type WritableProject,
  type WritableProjectId,
  allowWriting,
  holdProject,
  noProject,
  ownerToProve,
  proveRole,
  requireEditor,
  requireOwner,
  requireProject,
  requireWritable,
} from './require-project.ts';
export { inviteToProject } from './members/invite-to-project.ts';
export { leaveWithAccount } from './members/leave-with-account.ts';
export { lookersOf } from './members/lookers.ts';
export { sweepPeople } from './members/sweep-people.ts';
export { noTask } from './no-task.ts';
export { isWritable } from './rules.ts';
export { requirePlaceForProject } from './count-active-projects.ts';
export { presentProject } from './present.ts';
export { addProjectRoutes } from './routes.ts';
export { updateProject } from './update-project.ts';
