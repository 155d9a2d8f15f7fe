import type { Context } from '#server/platform/context.ts';
import { AppError } from '#server/platform/error.ts';
import { requireMayJoin } from '../invitations/admit-newcomer.ts';

/** A team that admits the addresses of its domains keeps to them; elsewhere who is in may have any address. */
export async function requireAdmittedAddress(ctx: Context, email: string): Promise<void> {
  const { instanceKind, signUpBy } = await ctx.settings.read();
  if (instanceKind !== 'team' || signUpBy !== 'domain') return;
  await requireMayJoin(ctx, email).catch((error: unknown) => {
    if (!(error instanceof AppError)) throw error;
    throw new AppError('FORBIDDEN', 'This server admits the addresses of its own domains only.', {
      code: 'SIGN_UP_CLOSED',
    });
  });
}
