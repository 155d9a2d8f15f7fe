import * as contract from '#contract/project.ts';
import * as subscription from '#contract/subscription.ts';
import type { Mount } from '#server/platform/http/mount.ts';
import { createProject } from './create-project.ts';
import { deleteProject } from './delete-project.ts';
import { getCurrentSubscription } from './get-current-subscription.ts';
import { getProject, listProjects } from './get-project.ts';
import { keepProjects } from './keep-projects.ts';
import { addPeopleRoutes } from './members/routes.ts';
import { updateProject } from './update-project.ts';

export function addProjectRoutes(mount: Mount): void {
  mount(contract.listProjects, listProjects);
  mount(contract.getProject, getProject);
  mount(contract.createProject, createProject);
  mount(contract.updateProject, updateProject);
  mount(contract.deleteProject, deleteProject);
  mount(subscription.getCurrentSubscription, getCurrentSubscription);
  mount(subscription.keepProjects, keepProjects);
  addPeopleRoutes(mount);
}
