import { Refusal, askServer } from '../../ask-server.ts';
import { Failure } from '../../failure.ts';
import type { SignedIn } from '../../settings.ts';

/** The account's example project, which is loaded where it has none. */
export async function findExample<T>(to: SignedIn): Promise<T> {
  try {
    return await askServer<T>(to, { method: 'POST', path: '/api/projects/example' });
  } catch (error) {
    if (!(error instanceof Refusal) || (error.status !== 401 && error.status !== 403)) throw error;
    throw new Failure(
      `${error.message} The demonstration works through the example project, which needs a key of the account: the API Keys page makes one.`,
      error.exitCode,
    );
  }
}
