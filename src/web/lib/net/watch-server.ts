import { CONNECTIVITY_POLL_SECONDS } from '#contract/constants.ts';
import { LIVE_TEXTS } from '#contract/plan-texts.ts';
import { call } from './api.ts';
import { messageOf } from './failure-toast.ts';
import { getSession } from '../session/session.ts';

/** Polls one project row as a connectivity check; reports the failure, or undefined after a success. */
export function watchServer(projectId: string, tell: (message: string | undefined) => void) {
  let stopped = false;
  const check = async () => {
    const message = await call('GET /api/projects/:id', { id: projectId }).then(
      () => undefined,
      (error: unknown) =>
        getSession().status === 'signed-out' ? LIVE_TEXTS.authRequired : messageOf(error, 'no answer'),
    );
    if (!stopped) tell(message);
  };
  const timer = setInterval(() => void check(), CONNECTIVITY_POLL_SECONDS * 1_000);
  return {
    check,
    stop() {
      stopped = true;
      clearInterval(timer);
    },
  };
}
