import { KEEPS_TOKEN_HEADER, SESSION_HEADER, TOKEN_HEADER, TOKEN_META_KEY } from '../baton-headers.ts';
import { type HeldTask, type Tree, forgetBaton, givenBaton, newSession, rememberBaton } from '../remember-baton.ts';
import { fieldsOf } from './rpc-message.ts';
import { watchHeld } from './watch-held.ts';

export interface KeptBaton {
  /** Headers of every call: that this program stores tokens, its session, and the token it holds. */
  headers(): Record<string, string>;
  /** Learns from an answer which baton was issued or has ended. */
  learn(answer: object | undefined): void;
}

/**
 * Stores the baton token in a file of the working tree, so that the work continues after a restart. A claim of another
 * live process of this tree belongs to that one.
 */
export function keepBaton(tree: Tree, projectId: string, pid: number = process.pid): KeptBaton {
  const session = newSession();
  const held = watchHeld(tree, projectId);
  const isFree = (task: HeldTask) => task.pid === undefined || task.pid === pid || !isRunning(task.pid);
  return {
    headers() {
      const token = (givenBaton(tree, projectId) ?? held.list().findLast(isFree))?.token;
      return {
        [KEEPS_TOKEN_HEADER]: '1',
        [SESSION_HEADER]: session,
        ...(token === undefined ? {} : { [TOKEN_HEADER]: token }),
      };
    },
    learn(answer) {
      const told = fieldsOf(fieldsOf(fieldsOf(answer)['result'])['_meta'])[TOKEN_META_KEY];
      const { task, token } = fieldsOf(told);
      if (typeof task !== 'number') return;
      held.forget();
      if (typeof token === 'string') rememberBaton(tree, projectId, { number: task, token, pid });
      else forgetBaton(tree, projectId, task);
    },
  };
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}
