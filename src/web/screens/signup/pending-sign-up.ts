import { tabStore } from '#web/lib/browser-store.ts';

/** A sign-up whose link has not been opened yet, kept for this tab so that it survives a reload. */
export interface PendingSignUp {
  email: string;
  /** When the last mail was asked for, in milliseconds. */
  mailedAt: number;
}

const KEY = 'baton-sign-up';
/** As long as the link is valid. */
const KEPT_MS = 24 * 3_600_000;

export function readPending(now = Date.now()): PendingSignUp | undefined {
  try {
    const stored: unknown = JSON.parse(tabStore.read(KEY) ?? 'null');
    return isPending(stored) && now - stored.mailedAt < KEPT_MS ? stored : undefined;
  } catch {
    return undefined;
  }
}

export const writePending = (pending: PendingSignUp) => tabStore.write(KEY, JSON.stringify(pending));
export const clearPending = () => tabStore.remove(KEY);

const isPending = (value: unknown): value is PendingSignUp =>
  typeof value === 'object' &&
  value !== null &&
  'email' in value &&
  typeof value.email === 'string' &&
  'mailedAt' in value &&
  typeof value.mailedAt === 'number';
