import { count, eq } from 'drizzle-orm';
import type { InputOf } from '#contract/endpoint.ts';
import type { Id } from '#contract/fields.ts';
import { DEFAULT_KEY, KEYS_MAX, type NewNamedKey, type makeKey as endpoint } from '#contract/named-keys.ts';
import type { Context } from '#server/platform/context.ts';
import type { Tx } from '#server/platform/db/client.ts';
import { usersApiKey } from '#server/platform/db/tables/index.ts';
import { AppError } from '#server/platform/error.ts';
import { newId } from '#server/platform/id.ts';
import { audit, changeAccount } from './change-account.ts';
import { composeKey, spendNewKey } from './new-key.ts';
import { presentNamedKey } from './present.ts';
import { findUserForUpdate } from './queries.ts';
import { invalid, sessionExpired } from './refusals.ts';
import { requireUser } from './require-user.ts';
import { tellKeyMade } from './tell-key-made.ts';
import { tellKeys } from './tell-keys.ts';

/** Throws unless the caller may use the project; injected, since projects are not known here. */
export type ProveProject = (ctx: Context, projectId: Id) => Promise<unknown>;

/** Makes a key with a name and a scope. This answer is the only place where it appears in plain text. */
export async function makeKey(
  ctx: Context,
  input: InputOf<typeof endpoint>,
  proveProject: ProveProject,
): Promise<NewNamedKey> {
  const { userId } = requireUser(ctx);
  const expiresAt = readExpiry(ctx, input.expires_at);
  const projectId = input.project_id ?? null;
  if (projectId !== null) await proveProject(ctx, projectId);
  await spendNewKey(ctx, userId);
  const { apiKey, columns } = composeKey(ctx);
  // The name that the endpoints of a single key look for is written in one way only.
  const name = input.name.toLowerCase() === DEFAULT_KEY ? DEFAULT_KEY : input.name;
  const scope = { projectId, isReadOnly: input.read_only ?? false, expiresAt };
  const made = await changeAccount(ctx, userId, async (tx, emit) => {
    await requireRoomForKey(tx, userId);
    const [row] = await tx
      .insert(usersApiKey)
      .values({ id: newId(), userId, name, createdAt: columns.updatedAt, ...columns, ...scope })
      .onConflictDoNothing()
      .returning();
    if (row === undefined) throw new AppError('CONFLICT', `There is a key named ${name} already. Choose another name.`);
    await audit(ctx, tx, {
      action: 'api_key.generated',
      subject: userId,
      detail: {
        key: name,
        project: projectId,
        readOnly: scope.isReadOnly,
        expires: expiresAt?.toISOString() ?? null,
        address: ctx.address,
      },
    });
    await tellKeys(tx, emit, userId, [name]);
    return { ...presentNamedKey(row), api_key: apiKey };
  });
  await tellKeyMade(ctx, userId, { name, ...scope }, 'made');
  return made;
}

/** Serialised by the account's row, so that concurrent calls cannot exceed the limit. */
export async function requireRoomForKey(tx: Tx, userId: Id): Promise<void> {
  if ((await findUserForUpdate(tx, userId)) === undefined) throw sessionExpired();
  const [found] = await tx.select({ keys: count() }).from(usersApiKey).where(eq(usersApiKey.userId, userId));
  if ((found?.keys ?? 0) < KEYS_MAX) return;
  throw new AppError('CONFLICT', `An account has at most ${KEYS_MAX} keys. Revoke one that is not used any more.`);
}

function readExpiry(ctx: Context, at: string | null | undefined): Date | null {
  if (at === undefined || at === null) return null;
  const expiresAt = new Date(at);
  if (expiresAt <= ctx.now()) throw invalid('expires_at', undefined, 'Choose a time that is still to come.');
  return expiresAt;
}
