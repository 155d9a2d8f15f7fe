import { replace } from 'react-router';
import { PAGE_TEXTS } from '#contract/common-texts.ts';
import { outboxQuery } from '#web/features/instance/index.ts';
import { instanceQuery } from '#web/lib/net/instance.ts';
import { queryClient } from '#web/lib/net/query-client.ts';
import { resolveSession } from '#web/lib/session/session.ts';
import { sessionTrace } from '#web/lib/session/session-trace.ts';
import { toast } from '#web/ui/toast.ts';
import { paths } from './paths.ts';

/** Guests see the landing page at once: the server is asked only where this browser was signed in before. */
export async function sendSignedInOn() {
  if (!sessionTrace.isLikely()) return null;
  const session = await resolveSession();
  return session.status === 'signed-in' ? replace(paths.projects) : null;
}

/** Prefetch: starts the session request while the screen's chunk still loads; the guard awaits it. */
export function askForSession() {
  void resolveSession();
  return null;
}

/** Loaded before the sign-in pages render, so that the Google button causes no layout shift. */
export async function loadInstance() {
  await queryClient.query(instanceQuery).catch(() => undefined);
  return null;
}

/** A team has no plans, and so no pricing page. */
export async function requirePlans() {
  const instance = await queryClient.query(instanceQuery).catch(() => undefined);
  return instance?.kind === 'team' ? replace(paths.landing) : null;
}

const SHOWN_PATH_MAX = 80;

/** Unknown addresses lead to the landing page, and say that they did: a mistyped link would look like a sign-out. */
export function leaveUnknownPage({ request }: { request: Request }) {
  const { pathname } = new URL(request.url);
  const path = pathname.length > SHOWN_PATH_MAX ? `${pathname.slice(0, SHOWN_PATH_MAX)}…` : pathname;
  toast({ title: PAGE_TEXTS.unknownTitle, description: PAGE_TEXTS.unknownText(path) });
  return replace(paths.landing);
}

/** The outbox is served on the machine itself only; elsewhere its address is treated like an unknown one. */
export async function requireOutbox() {
  try {
    await queryClient.query(outboxQuery);
    return null;
  } catch {
    return replace(paths.landing);
  }
}
