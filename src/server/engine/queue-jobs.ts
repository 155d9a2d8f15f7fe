import { AppError } from '#server/platform/error.ts';

/** Whose it is; null for work of the server's own, which has a turn like any account. */
export type Account = string | null;

export interface QueuedJob {
  account: Account;
  /** It is of no use any more as soon as the account asks for anything else. */
  isLive: boolean;
  refuse(error: AppError): void;
}

export interface JobQueue<Job extends QueuedJob> {
  /** Takes a job in, in the place of one it makes needless, or throws because too many wait. */
  add(job: Job): void;
  /** The job whose turn it is; undefined while every account that waits has one running. */
  next(): Job | undefined;
  /** What `next` gave to this account has ended: its next one goes to the end of the line. */
  finish(account: Account): void;
  /** Everything that waits, taken out. */
  clear(): Job[];
  readonly waiting: number;
}

export const BUSY_RETRY_SECONDS = 5;
const WAITING_MAX = 200;
/** The server's own work has nobody who would ask again. */
const SERVER_WAITING_MAX = 20;

interface Own<Job> {
  isRunning: boolean;
  waiting: Job[];
}

/**
 * Fair turns between accounts: each has at most one job running and one waiting, and accounts take turns. However much one
 * asks for, another waits for no more than one job of each account before it.
 */
export function createJobQueue<Job extends QueuedJob>(): JobQueue<Job> {
  const accounts = new Map<Account, Own<Job>>();
  /** Accounts with a job that may start, in the order of their turns. */
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

/** A text that was typed on is not worth reading: whatever comes after it takes its place in the line. */
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
