import { randomBytes } from 'node:crypto';
import { addAccount, findAccount } from '../auth/index.ts';
import type { Context } from '../platform/context.ts';
import { AppError } from '../platform/error.ts';
import { StartError } from '../platform/start-error.ts';
import { addExampleProject } from '../plan/index.ts';
import { addressOf } from './server-address.ts';
import { UsageError } from './usage-error.ts';
import { withServices } from './with-services.ts';

const DEMO_EMAIL = 'demo@baton.example';

/**
 * Adds the example project to the given account, by default the oldest; an instance without accounts gets one first.
 */
export async function demo([email, ...rest]: string[]): Promise<number> {
  if (rest.length > 0) throw new UsageError();
  await withServices('demo', async (ctx) => {
    const user = (await findAccount(ctx, email)) ?? (await addDemoAccount(ctx, email));
    const { projectId, tasks } = await addExampleProject(ctx, { userId: user.id, isCounted: true }).catch(
      (error: unknown) => {
        throw isFull(error) ? new StartError(`${user.email} has no room for another project: ${error.message}`) : error;
      },
    );
    const address = addressOf(ctx.config);
    console.log(`${user.email} has an example project with ${tasks} tasks: ${address}/projects/${projectId}`);
  });
  return 0;
}

const isFull = (error: unknown): error is AppError =>
  error instanceof AppError && error.type === 'USAGE_LIMIT_EXCEEDED';

async function addDemoAccount(ctx: Context, email: string | undefined) {
  if (email !== undefined)
    throw new StartError(`There is no account ${email}. Sign up first, or leave the address out.`);
  const password = randomBytes(9).toString('base64url');
  const user = await addAccount(ctx, { email: DEMO_EMAIL, password, name: 'Demo' });
  console.log(`Created the account ${DEMO_EMAIL} with the password ${password}`);
  return user;
}
