import type { ActionReport } from '#contract/admin-system.ts';
import * as auth from '#server/auth/index.ts';
import { expireBatons } from '#server/plan/index.ts';
import type { Context } from '#server/platform/context.ts';
import { recordAction } from '../record-action.ts';
import { counted } from './rules.ts';

/** Revokes every session but the caller's. */
export async function revokeAllSessions(ctx: Context): Promise<ActionReport> {
  const { ms, result: sessions } = await recordAction(
    ctx,
    { action: 'sessions.revoked', subject: 'everybody' },
    async (recording) => {
      const ended = await auth.revokeAllSessions(ctx);
      recording.note({ sessions: ended });
      return ended;
    },
  );
  return { ms, summary: `${counted(sessions, 'session has', 'sessions have')} ended; yours goes on.` };
}

/** Expires the lease of every baton. */
export async function expireAllLocks(ctx: Context): Promise<ActionReport> {
  const { ms, result } = await recordAction(
    ctx,
    { action: 'locks.expired', subject: 'everybody' },
    async (recording) => {
      const ended = await expireBatons(ctx);
      recording.note({ ...ended });
      return ended;
    },
  );
  const leases = counted(result.batons, 'lease', 'leases');
  const verb = result.batons === 1 ? 'has' : 'have';
  return { ms, summary: `${leases} in ${counted(result.projects, 'project', 'projects')} ${verb} ended.` };
}

/** Rotates the signing keys, which invalidates every access token; browsers get new ones by their sessions. */
export async function rotateSigningKeys(ctx: Context): Promise<ActionReport> {
  const { ms, result: keys } = await recordAction(
    ctx,
    { action: 'keys.rotated', subject: 'everybody' },
    async (recording) => {
      const dropped = await auth.rotateSigningKeys(ctx);
      recording.note({ keys: dropped });
      return dropped;
    },
  );
  const what = counted(keys, 'signing key was', 'signing keys were');
  return { ms, summary: `${what} dropped; every access token is refused from now on and renewed by its session.` };
}
