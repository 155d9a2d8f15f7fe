import type { Services } from '#server/platform/context.ts';
import { isNearOrPublic } from '#server/platform/http/allowed-addresses.ts';
import { INTERNET, type Network, fetchOutside } from '#server/platform/http/fetch-outside.ts';
import { resolveNearby } from '#server/platform/http/resolve-name.ts';
import { VERSION } from '#server/platform/version.ts';
import {
  type ClaimedDelivery,
  type Marking,
  allowsPrivate,
  claimDelivery,
  markDelivery,
  returnDelivery,
} from './queries.ts';
import { type Outcome, SEND_TIMEOUT_MS, TRIES_MAX, judgeAnswer, judgeFailure, nextTryAt } from './rules.ts';
import { secretPlace, sign } from './secret.ts';
import { writeBody } from './write-body.ts';

export type SendServices = Pick<Services, 'database' | 'db' | 'config' | 'settings' | 'sealer' | 'now'>;

export interface SendOptions {
  /** How names are resolved; which addresses are allowed is decided by the instance's setting. */
  resolve?: Network['resolve'];
  timeoutMs?: number;
  random?: () => number;
}

/** Longer than everything a try does, so that the lease runs out only when the server has died. */
const LEASE_MS = 60_000;
const RESPONSE_BYTES_MAX = 4_096;

/** Claims the next delivery; undefined when none is due. */
export async function claimSend(
  services: SendServices,
  options: SendOptions,
  stopping: AbortSignal,
): Promise<(() => Promise<void>) | undefined> {
  const now = services.now();
  const claimed = await claimDelivery(services.database.pool, now, new Date(now.getTime() + LEASE_MS));
  return claimed && (() => deliver(services, options, stopping, claimed));
}

async function deliver(
  services: SendServices,
  { resolve, timeoutMs = SEND_TIMEOUT_MS, random = Math.random }: SendOptions,
  stopping: AbortSignal,
  claimed: ClaimedDelivery,
): Promise<void> {
  const began = performance.now();
  const outcome = await trySend(services, claimed, { resolve, timeoutMs }, stopping);
  // The receiver may have it: the next try has the same id (at least once).
  if (stopping.aborted && outcome.status === null) return returnDelivery(services.db, claimed, services.now());
  const now = services.now();
  const isLast = !outcome.isRetried || claimed.is_manual || claimed.tries >= TRIES_MAX;
  const marking: Marking = {
    state: outcome.isDelivered ? 'delivered' : isLast ? 'failed' : 'pending',
    nextAt: isLast ? now : nextTryAt(claimed.tries, outcome.retryAfterMs, now, random()),
    status: outcome.status,
    durationMs: Math.round(performance.now() - began),
    error: outcome.error,
    response: outcome.response,
  };
  return markDelivery(services.db, claimed, marking);
}

const UNREADABLE: Outcome = {
  isDelivered: false,
  isRetried: false,
  status: null,
  error: 'The secret can no longer be read, because the secret of the instance has changed. Create a new one.',
  response: null,
  retryAfterMs: 0,
};

async function trySend(
  services: SendServices,
  claimed: ClaimedDelivery,
  { resolve, timeoutMs }: { resolve: Network['resolve'] | undefined; timeoutMs: number },
  stopping: AbortSignal,
): Promise<Outcome> {
  const secret = await services.sealer.open(claimed.sealed_secret, secretPlace(claimed.project_id));
  if (secret === undefined) return UNREADABLE;
  const isPrivateAllowed = await allowsPrivate(services);
  const url = new URL(claimed.address);
  // Saved while private addresses were allowed.
  if (url.protocol !== 'https:' && !isPrivateAllowed)
    return { ...UNREADABLE, error: 'The address must begin with https://.' };
  const { body, headers } = writeRequest(services, claimed, secret);
  const allowed = isPrivateAllowed ? { resolve: resolveNearby, isAllowed: isNearOrPublic } : INTERNET;
  const network = resolve === undefined ? allowed : { ...allowed, resolve };
  try {
    const answer = await fetchOutside(
      url,
      {
        method: 'POST',
        headers,
        body,
        timeMs: timeoutMs,
        bytesMax: RESPONSE_BYTES_MAX,
        isStatusEnough: true,
        signal: stopping,
      },
      network,
    );
    const retryAfter = answer.headers['retry-after'];
    return judgeAnswer({ status: answer.status, retryAfter, body: answer.body }, services.now());
  } catch (error) {
    return judgeFailure(error);
  }
}

function writeRequest({ config, now }: SendServices, claimed: ClaimedDelivery, secret: string) {
  const { id, kind, at, told } = claimed;
  const project = { id: claimed.project_id, name: claimed.project_name };
  const body = writeBody(config.url, claimed.format, { id, kind, at, project, told });
  const timestamp = String(Math.floor(now().getTime() / 1_000));
  return {
    body,
    headers: {
      'content-type': 'application/json; charset=utf-8',
      'user-agent': `Baton/${VERSION}`,
      'baton-webhook-id': id,
      'baton-timestamp': timestamp,
      'baton-signature': sign(secret, id, timestamp, body),
    },
  };
}
