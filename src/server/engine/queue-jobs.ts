import { AppError } from '#server/platform/error.ts';

/** The account; null for the server's own work, which is scheduled like an account. */
export type Account = string | null;

export interface QueuedJob {
  account: Account;
  /** Superseded as soon as the account queues anything else. */
  isLive: boolean;
  refuse(error: AppError): void;
}

export interface JobQueue<Job extends QueuedJob> {
  /** Queues a job, replacing one it supersedes; throws when the queue is full (load shedding). */
  add(job: Job): void;
  /** The next job in round-robin order; undefined while every waiting account has one running. */
  next(): Job | undefined;
  /** The job of this account has ended: its next one goes to the end of the queue. */
  finish(account: Account): void;
  /** Removes and returns everything queued. */
  clear(): Job[];
  readonly waiting: number;
}

export const BUSY_RETRY_SECONDS = 5;
const WAITING_MAX = 200;
/** The server's own work is bounded separately, since nobody would retry it. */
const SERVER_WAITING_MAX = 20;

interface Own<Job> {
  isRunning: boolean;
  waiting: Job[];
}

/**
 * Fair scheduling (round robin): each account has at most one job running and one waiting. However much one account
 * asks for, another waits for at most one job of each account before it.
 */
export function createJobQueue<Job extends QueuedJob>(): JobQueue<Job> {
  const accounts = new Map<Account, Own<Job>>();
  /** Accounts with a job that may start, in round-robin order. */
  const line = new Set<Account>();
  let waiting = 0;

  return {
    add(job) {
      const own = accounts.get(job.account) ?? { isRunning: false, waiting: [] };
      if (job.account !== null && replaceLive(own, job)) return;
      requireRoom(job.account, own.waiting.length, waiting);
      accounts.set(job.account, own);
      own.waiting.push(job);
      waiting += 1;
      if (!own.isRunning) line.add(job.account);
    },
    next() {
      const [account] = line;
      if (account === undefined) return undefined;
      line.delete(account);
      const own = accounts.get(account);
      const job = own?.waiting.shift();
      if (own === undefined || job === undefined) throw new Error('an account without a job stood in line');
      own.isRunning = true;
      waiting -= 1;
      return job;
    },
    finish(account) {
      const own = accounts.get(account);
      if (own === undefined) return;
      own.isRunning = false;
      if (own.waiting.length > 0) line.add(account);
      else accounts.delete(account);
    },
    clear() {
      const left = [...accounts.values()].flatMap((own) => own.waiting.splice(0));
      line.clear();
      waiting = 0;
      return left;
    },
    get waiting() {
      return waiting;
    },
  };
}

/** A waiting live reading is superseded by whatever comes next, which takes its place in the queue. */
function replaceLive<Job extends QueuedJob>(own: Own<Job>, job: Job): boolean {
  const [old] = own.waiting;
  if (old?.isLive !== true) return false;
  own.waiting[0] = job;
  old.refuse(superseded());
  return true;
}

function requireRoom(account: Account, ownWaiting: number, waiting: number): void {
  if (ownWaiting >= (account === null ? SERVER_WAITING_MAX : 1))
    throw busy('One document of this account is being read and another one waits. Try again in a few seconds.');
  if (waiting >= WAITING_MAX) throw busy('Many documents are being read right now. Try again in a few seconds.');
}

const superseded = () =>
  new AppError('CONFLICT', 'This text was not read: a newer request of the same account took its place.', {
    code: 'READING_SUPERSEDED',
    retryAfterSeconds: 1,
  });

export const busy = (message: string) =>
  new AppError('INTERNAL_ERROR', message, { code: 'SERVER_BUSY', status: 503, retryAfterSeconds: BUSY_RETRY_SECONDS });
