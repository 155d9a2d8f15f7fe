import { Id } from '#contract/fields.ts';
import { addNote } from '#server/notes/index.ts';
import { getPlan } from '#server/plan/tree/get-plan.ts';
import { searchProject } from '#server/plan/search/search-project.ts';
import { updateTask } from '#server/plan/tree/update-task.ts';
import { readConfig } from '#server/platform/config.ts';
import { systemContext } from '#server/platform/context.ts';
import { createLogger } from '#server/platform/log.ts';
import { listProjects } from '#server/projects/index.ts';
import { openServices } from '#server/services.ts';
import { countStatements } from '#test/count-statements.ts';

interface Measured {
  databaseUrl: string;
  userId: string;
  projectId: string;
  leaves: string[];
}

/** Statements per call, without authentication. */
export async function countCalls({
  databaseUrl,
  userId,
  projectId,
  leaves,
}: Measured): Promise<Record<string, number>> {
  const services = await openServices(readConfig({}), databaseUrl, createLogger('silent'));
  const user = {
    kind: 'user',
    userId: Id.parse(userId),
    sessionId: Id.parse(userId),
    name: 'bench',
    isAdmin: false,
  } as const;
  const ctx = { ...systemContext(services, 'bench'), actor: user };
  const [id, leaf] = [Id.parse(projectId), Id.parse(leaves[0])];
  const count = async (work: () => Promise<unknown>) => {
    const counting = countStatements(services.database.pool);
    await work();
    return counting.stop().length;
  };
  try {
    await updateTask(ctx, { id: leaf, status: 'open' });
    return {
      'list projects': await count(() => listProjects(ctx)),
      'read plan': await count(() => getPlan(ctx, { id })),
      'set status': await count(() => updateTask(ctx, { id: leaf, status: 'done' })),
      'add note': await count(() => addNote(ctx, { id, type: 'OTHER', body: 'Counted.', task_id: leaf })),
      search: await count(() => searchProject(ctx, { id, q: 'parcel', limit: 20 })),
    };
  } finally {
    await services.dispose();
  }
}
