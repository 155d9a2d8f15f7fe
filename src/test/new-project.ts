import { afterAll, beforeAll, beforeEach } from 'vitest';
import type { Id } from '#contract/fields.ts';
import { createProject } from '#server/projects/index.ts';
import { type TestUser, addUser, raiseProjectLimit } from './builders.ts';
import { type TestServices, openTestServices } from './harness.ts';

export interface NewProject {
  services: TestServices;
  user: TestUser;
  projectId: Id;
}

/** Gives every test of the file an empty project of the same account, created a second after the one before. */
export function withNewProject(give: (given: NewProject) => void): void {
  let services: TestServices;
  let user: TestUser;
  beforeAll(async () => {
    services = await openTestServices();
    await raiseProjectLimit(services);
    user = await addUser(services);
  });
  afterAll(() => services.dispose());
  beforeEach(async () => {
    services.clock.advance(1_000);
    give({ services, user, projectId: (await createProject(user.ctx, { name: 'Plan' })).id });
  });
}
