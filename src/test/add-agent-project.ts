import type { Id } from '#contract/fields.ts';
import { generateApiKey } from '#server/auth/index.ts';
import { createProject } from '#server/projects/index.ts';
import { type TestUser, addUser } from './builders.ts';
import type { TestServices } from './harness.ts';

/** A person with a project, and the key by which the person's agents call. */
export async function addAgentProject(
  services: TestServices,
): Promise<{ user: TestUser; apiKey: string; projectId: Id }> {
  const user = await addUser(services, { name: 'Mira' });
  const { apiKey } = await generateApiKey(user.ctx);
  const { id } = await createProject(user.ctx, { name: 'Ship' });
  return { user, apiKey, projectId: id };
}
