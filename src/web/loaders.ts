import { replace } from 'react-router';
import { outboxQuery } from '#web/features/instance/index.ts';
import { instanceQuery } from '#web/lib/net/instance.ts';
import { queryClient } from '#web/lib/net/query-client.ts';
import { resolveSession } from '#web/lib/session/session.ts';
import { sessionTrace } from '#web/lib/session/session-trace.ts';
import { paths } from './paths.ts';

/** Guests see the landing page at once: only where a session was kept before is the server asked. */
export async function sendSignedInOn() {
  if (!sessionTrace.isLikely()) return null;
  const session = await resolveSession();
  return session.status === 'signed-in' ? replace(paths.projects) : null;
}

/** Starts the question while the screen's script still loads; the guard waits for the answer. */
export function askForSession() {
  void resolveSession();
  return null;
}

/** Known before the sign-in pages are drawn, so that nothing moves when the Google button turns out to be there. */
export async function loadInstance() {
  await queryClient.query(instanceQuery).catch(() => undefined);
  return null;
}

/** A team has no plans, and so no page about them. */
export async function requirePlans() {
  const instance = await queryClient.query(instanceQuery).catch(() => undefined);
  return instance?.kind === 'team' ? replace(paths.landing) : null;
}

/** The outbox exists on the machine itself only; elsewhere it is an address like any unknown one. */
export async function requireOutbox() {
  try {
    await queryClient.query(outboxQuery);
    return null;
  } catch {
    return replace(paths.landing);
  }
}
