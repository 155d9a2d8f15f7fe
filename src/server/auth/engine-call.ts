import { AsyncLocalStorage } from 'node:async_hooks';
import type { Id } from '#contract/fields.ts';
import type { ConfirmationLink } from './confirmation-link.ts';

export interface PendingMail {
  /** `choice`: the owner of an unconfirmed address chooses the password that is confirmed with it. */
  kind: 'verification' | 'choice' | 'reset';
  userId: string;
  email: string;
  token: string;
  /** The address already had an unconfirmed account. */
  isRepeated?: boolean;
}

/** Results that Better Auth's hooks pass back besides the answer; hooks do not see the context of our request. */
export interface EngineCall {
  /** Sent after Better Auth's transaction, not within it. */
  mails: PendingMail[];
  /** Computed before Better Auth opens its transaction, so that no connection is held during the hash. */
  passwordHash?: string;
  /** The stored hash that the password was compared with. */
  comparedHash?: string;
  link?: ConfirmationLink;
  opened?: { userId: Id; token: string };
  /** Set where the second factor was proven; without it no session is opened for an account that has one. */
  secondFactor?: 'passed';
  /**
   * The account whose session was not opened for want of the second factor, the address the sign-in leads to, and
   * Google's id for it where it is not linked yet.
   */
  challenged?: { userId: Id; to?: string | undefined; link?: string };
  confirmed?: Id;
  linked?: Id;
  /** A database error that Better Auth turned into an answer of its own. */
  databaseError?: Error;
  /** Why a sign-in by Google or by link was refused, where the person can do something about it. */
  refusal?: 'account_suspended' | 'email_not_verified' | 'linked_to_another' | 'link_replaced' | 'sign_up_closed';
}

const calls = new AsyncLocalStorage<EngineCall>();

export const currentCall = () => calls.getStore();
export const runCall = <T>(call: EngineCall, work: () => Promise<T>) => calls.run(call, work);
