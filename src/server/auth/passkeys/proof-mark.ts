import { createHash } from 'node:crypto';
import type { Database, Tx } from '#server/platform/db/client.ts';
import { findPasswordHash } from '../queries.ts';
import { findTwoFactor } from '../two-factor/queries.ts';

/**
 * Of what re-authentication has shown: the session, the password and the second factor as they are. A ticket for a passkey is
 * worth nothing once one of them is another.
 */
export async function proofMark(db: Database | Tx, userId: string, sessionId: string): Promise<string> {
  const hash = await findPasswordHash(db, userId);
  const factor = await findTwoFactor(db, userId);
  const parts = [sessionId, hash ?? null, factor?.confirmedAt?.toISOString() ?? null];
  return createHash('sha256').update(JSON.stringify(parts)).digest('base64url');
}
