import * as contract from '#contract/project.ts';
import type { Mount } from '#server/platform/http/mount.ts';
import { loadExampleProject } from './load-example-project.ts';

export function addExampleRoutes(mount: Mount): void {
  mount(contract.loadExampleProject, loadExampleProject);
}
