import { AsyncLocalStorage } from 'node:async_hooks';
import type { Id } from '#contract/fields.ts';
import type { ConfirmationLink } from './confirmation-link.ts';

export interface PendingMail {
  /** By `choice` the owner of an address that nobody confirmed chooses the password that is confirmed with it. */
  kind: 'verification' | 'choice' | 'reset';
  userId: string;
  email: string;
  token: string;
  /** Somebody signed up with the address before. */
  isRepeated?: boolean;
}

/** What one request to the engine leaves behind besides its answer: its hooks see nothing of the request's own context. */
export interface EngineCall {
  /** Mails leave after the engine's transaction, not within it. */
  mails: PendingMail[];
  /** Hashed before the engine opens its transaction, so that no connection waits for the hash. */
  passwordHash?: string;
  /** The stored hash that a password was compared with. */
  comparedHash?: string;
  /** The confirmation link that was opened. */
  link?: ConfirmationLink;
  /** The session that was opened. */
  opened?: { userId: Id; token: string };
  /** Whose address was confirmed. */
  confirmed?: Id;
  /** The account that was linked to a Google account. */
  linked?: Id;
  /** A database error the engine turned into an answer of its own. */
  databaseError?: Error;
  /** Why somebody who came by Google or by a link was refused, where they can do something about it. */
  refusal?: 'account_suspended' | 'email_not_verified' | 'linked_to_another' | 'link_replaced' | 'sign_up_closed';
}

const calls = new AsyncLocalStorage<EngineCall>();

export const currentCall = () => calls.getStore();
export const runCall = <T>(call: EngineCall, work: () => Promise<T>) => calls.run(call, work);
