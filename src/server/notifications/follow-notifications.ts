import type { Services } from '#server/platform/context.ts';
import { setInterval } from '#server/platform/guard.ts';
import { claimMail } from './mail/send-mail.ts';
import { NOTIFICATIONS_TOPIC } from './note-occurrences.ts';
import { runDue } from './run-due.ts';
import { type SendOptions, claimSend } from './webhook/send-delivery.ts';

/** For retries, for what waits to be mailed, and for what a server that died had claimed. */
const LOOK_MS = 10_000;
/** Most of the time is spent waiting for receivers. */
const DELIVERIES_AT_ONCE = 16;
const MAILS_AT_ONCE = 2;

export interface NotificationFollower {
  /** Sends everything that is due. */
  settle(): Promise<void>;
  close(): Promise<void>;
}

/**
 * Sends mails and webhooks in the background. With several servers each row is claimed by one of them (skip locked, and
 * a lease for the time in which nothing is locked). Deliveries are at least once: a server that dies between sending and
 * recording leads to a second one with the same id.
 */
export function followNotifications(services: Services, options: SendOptions = {}): NotificationFollower {
  const stopping = new AbortController();
  const fail = (what: string) => (error: unknown) => services.log.warn({ err: error }, what);
  const runners = [
    runDue(
      () => claimSend(services, options, stopping.signal),
      DELIVERIES_AT_ONCE,
      fail('webhooks could not be delivered; tried again later'),
    ),
    runDue(() => claimMail(services), MAILS_AT_ONCE, fail('notifications could not be mailed; tried again later')),
  ];
  const ask = () => {
    for (const runner of runners) runner.ask();
  };
  const stopListening = services.bus.on(NOTIFICATIONS_TOPIC, ask);
  const looking = setInterval(ask, LOOK_MS);
  looking.unref();
  return {
    settle: async () => {
      await Promise.all(runners.map((runner) => runner.settle()));
    },
    close: async () => {
      stopListening();
      clearInterval(looking);
      const closed = Promise.all(runners.map((runner) => runner.close()));
      stopping.abort();
      await closed;
    },
  };
}
