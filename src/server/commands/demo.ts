import { randomBytes } from 'node:crypto';
import { addAccount, findAccount } from '../auth/index.ts';
import type { Context } from '../platform/context.ts';
import { StartError } from '../platform/start-error.ts';
import { addExampleProject } from '../example/index.ts';
import { addressOf } from './server-address.ts';
import { UsageError } from './usage-error.ts';
import { withServices } from './with-services.ts';

const DEMO_EMAIL = 'demo@baton.example';

/**
 * Adds the example project to the given account, by default the oldest; an instance without accounts gets one first.
 * An account that has it keeps it.
 */
export async function demo([email, ...rest]: string[]): Promise<number> {
  if (rest.length > 0) throw new UsageError();
  await withServices('demo', async (ctx) => {
    const user = (await findAccount(ctx, email)) ?? (await addDemoAccount(ctx, email));
    const { projectId } = await addExampleProject(ctx, { userId: user.id });
    console.log(`${user.email} has the example project: ${addressOf(ctx.config)}/projects/${projectId}`);
  });
  return 0;
}

async function addDemoAccount(ctx: Context, email: string | undefined) {
  if (email !== undefined)
    throw new StartError(`There is no account ${email}. Sign up first, or leave the address out.`);
  const password = randomBytes(9).toString('base64url');
  const user = await addAccount(ctx, { email: DEMO_EMAIL, password, name: 'Demo' });
  console.log(`Created the account ${DEMO_EMAIL} with the password ${password}`);
  return user;
}
