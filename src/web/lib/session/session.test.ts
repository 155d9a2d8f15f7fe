import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { type Asked, failure, fakeFetch, tokenFor } from '#test/fake-fetch.ts';
import { PATIENT } from '#test/patience.ts';

const itself = async (token: string) => token;

const TOKEN = '/api/auth/token';
const token = (seconds = 300) => Response.json({ token: tokenFor('u1', seconds) });
const isToken = ({ path }: Asked) => path === TOKEN;
const isSignOut = ({ path }: Asked) => path === '/api/auth/sign-out';

async function fresh() {
  vi.resetModules();
  const session = await import('./session.ts');
  const { call } = await import('../net/api.ts');
  return { ...session, call };
}

beforeEach(() => {
  localStorage.clear();
  vi.useFakeTimers({ toFake: ['Date'], now: 1_800_000_000_000 });
});
afterEach(() => void vi.useRealTimers());

describe('the access token', () => {
  test('is fetched once for all who ask at the same time', async () => {
    const server = fakeFetch((asked) => (isToken(asked) ? token() : undefined));
    const { withAccessToken, getSession } = await fresh();
    const [first, second, third] = await Promise.all([
      withAccessToken(itself),
      withAccessToken(itself),
      withAccessToken(itself),
    ]);
    expect(new Set([first, second, third]).size).toBe(1);
    expect(server.asked).toHaveLength(1);
    expect(getSession()).toEqual({ status: 'signed-in', userId: 'u1' });
  });

  test('is renewed when less than a minute is left, and not before', async () => {
    const server = fakeFetch((asked) => (isToken(asked) ? token(300) : undefined));
    const { withAccessToken } = await fresh();
    await withAccessToken(itself);
    vi.setSystemTime(Date.now() + 240_000);
    await withAccessToken(itself);
    expect(server.asked).toHaveLength(1);
    vi.setSystemTime(Date.now() + 1);
    await Promise.all([withAccessToken(itself), withAccessToken(itself)]);
    expect(server.asked).toHaveLength(2);
  });

  test('stays in memory', async () => {
    fakeFetch((asked) => (isToken(asked) ? token() : undefined));
    const { withAccessToken } = await fresh();
    const text = await withAccessToken(itself);
    expect(JSON.stringify(Object.entries(localStorage))).not.toContain(text);
    expect(JSON.stringify(Object.entries(sessionStorage))).not.toContain(text);
  });

  test('is still used when the server cannot be asked for a new one', async () => {
    let reachable = true;
    fakeFetch(() => {
      if (!reachable) throw new TypeError('Failed to fetch');
      return token(300);
    });
    const { withAccessToken, getSession } = await fresh();
    const text = await withAccessToken(itself);
    reachable = false;
    vi.setSystemTime(Date.now() + 250_000);
    expect(await withAccessToken(itself)).toBe(text);
    vi.setSystemTime(Date.now() + 60_000);
    await expect(withAccessToken(itself)).rejects.toMatchObject({ errorCode: 'NETWORK_ERROR', status: 0 });
    expect(getSession()).toMatchObject({ status: 'signed-in' });
  });

  test('is not there without a session', async () => {
    fakeFetch((asked) => (isToken(asked) ? failure(401, 'No active session') : undefined));
    const { call, getSession, onSessionEnd } = await fresh();
    const ended = vi.fn();
    onSessionEnd(ended);
    await expect(call('GET /api/me')).rejects.toThrow('No authentication token available');
    expect(getSession()).toEqual({ status: 'signed-out', because: 'absent' });
    expect(ended).not.toHaveBeenCalled();
  });
});

describe('a session ends', () => {
  async function signedIn(answer: (asked: Asked) => Response | undefined) {
    const server = fakeFetch((asked) => {
      if (isSignOut(asked)) return Response.json({ success: true });
      return answer(asked) ?? (isToken(asked) ? token() : undefined);
    });
    const session = await fresh();
    await session.resolveSession();
    const ended = vi.fn();
    session.onSessionEnd(ended);
    return { server, ended, ...session };
  }

  test('once, however many calls are refused for their token', async () => {
    const { call, ended, getSession } = await signedIn(({ path }) =>
      path.startsWith('/api/me') ? failure(401, 'Your session has expired. Please sign in again.') : undefined,
    );
    await Promise.allSettled([call('GET /api/me'), call('GET /api/me'), call('GET /api/me/sessions')]);
    expect(ended).toHaveBeenCalledExactlyOnceWith('expired', '');
    expect(getSession()).toEqual({ status: 'signed-out', because: 'expired' });
    await expect(call('GET /api/me')).rejects.toThrow('No authentication token available');
    expect(ended).toHaveBeenCalledOnce();
  });

  test('without a word of expiry when calls are refused while the account is deleted', async () => {
    const { call, leaveBy, ended, getSession } = await signedIn(({ path }) =>
      path === '/api/me' ? failure(401, 'Your session has expired. Please sign in again.') : undefined,
    );
    const answer = await leaveBy(async () => {
      await expect(call('GET /api/me')).rejects.toMatchObject({ status: 401 });
      return 'deleted';
    });
    expect(answer).toBe('deleted');
    expect(ended).toHaveBeenCalledExactlyOnceWith('left', '');
    expect(getSession()).toEqual({ status: 'signed-out', because: 'left' });
  });

  test('with a word of expiry again once deleting has failed', async () => {
    const { call, leaveBy, ended } = await signedIn(({ path }) =>
      path === '/api/me' ? failure(401, 'Your session has expired. Please sign in again.') : undefined,
    );
    await expect(leaveBy(() => Promise.reject(new Error('no')))).rejects.toThrow('no');
    await expect(call('GET /api/me')).rejects.toMatchObject({ status: 401 });
    expect(ended).toHaveBeenCalledExactlyOnceWith('expired', '');
  });

  test('when it cannot be renewed', async () => {
    let good = true;
    const { withAccessToken, ended, server } = await signedIn((asked) => {
      if (isToken(asked) && !good) return failure(401, 'Your session has expired. Please sign in again.');
      return asked.path === '/api/me' ? failure(401, 'Your session has expired. Please sign in again.') : undefined;
    });
    good = false;
    vi.setSystemTime(Date.now() + 290_000);
    await expect(withAccessToken(itself)).rejects.toThrow('Session expired. Please sign in again.');
    expect(ended).toHaveBeenCalledOnce();
    expect(server.to('/api/auth/sign-out'), 'there is nothing to sign out of').toHaveLength(0);
  });

  test('with a sign-out in another tab, which alone tells the server', async () => {
    const { followSignOut, ended, getSession, server } = await signedIn(() => undefined);
    followSignOut();
    followSignOut();
    expect(ended).toHaveBeenCalledExactlyOnceWith('left', '');
    expect(getSession()).toEqual({ status: 'signed-out', because: 'left' });
    await (await fresh()).resolveSession();
    expect(server.to('/api/auth/sign-out'), 'nor is it owed').toHaveLength(0);
  });

  test('not by a refusal that speaks of something else', async () => {
    const { call, ended, getSession } = await signedIn(({ path }) =>
      path === '/api/me' ? failure(401, 'Wrong password') : undefined,
    );
    await expect(call('GET /api/me')).rejects.toThrow('Wrong password');
    expect(ended).not.toHaveBeenCalled();
    expect(getSession()).toMatchObject({ status: 'signed-in' });
  });

  test('with the server’s sentence when the account is suspended', async () => {
    const { call, ended, server } = await signedIn(({ path }) =>
      path === '/api/me' ? failure(403, 'This account is suspended.', { errorType: 'ACCOUNT_SUSPENDED' }) : undefined,
    );
    await call('GET /api/me').catch(() => undefined);
    expect(ended).toHaveBeenCalledExactlyOnceWith('suspended', 'This account is suspended.');
    expect(server.to('/api/auth/sign-out')).toHaveLength(0);
  });

  test('and an answer that was on its way does not bring it back', async () => {
    const late = Promise.withResolvers<Response>();
    let slow = false;
    fakeFetch((asked) => {
      if (isSignOut(asked)) return Response.json({ success: true });
      return slow ? late.promise : token();
    });
    const { resolveSession, checkSession, endSession, getSession } = await fresh();
    await resolveSession();
    slow = true;
    const check = checkSession();
    endSession('left');
    late.resolve(token());
    await check;
    expect(getSession()).toEqual({ status: 'signed-out', because: 'left' });
  });
});

describe('a sign-out that did not reach the server', () => {
  /** Signed in, then out again while the server cannot be reached. */
  async function leaveUnheard() {
    let reachable = false;
    const server = fakeFetch((asked) => {
      if (!isSignOut(asked)) return isToken(asked) ? token() : Response.json({});
      if (!reachable) throw new TypeError('Failed to fetch');
      return Response.json({ success: true });
    });
    const session = await fresh();
    await session.resolveSession();
    session.endSession('left');
    await vi.waitFor(() => expect(server.to('/api/auth/sign-out')).toHaveLength(1), PATIENT);
    reachable = true;
    return server;
  }

  test('is made up for before a token is asked for again', async () => {
    const server = await leaveUnheard();
    const { resolveSession } = await fresh();
    await resolveSession();
    expect(server.asked.slice(-2).map(({ path }) => path)).toEqual(['/api/auth/sign-out', TOKEN]);
  });

  test('is forgotten when somebody signs in', async () => {
    const server = await leaveUnheard();
    const { signIn } = await import('./sign-in.ts');
    const session = await signIn({ email: 'a@b.example', password: 'secret', rememberMe: false });
    expect(session).toEqual({ status: 'signed-in', userId: 'u1' });
    expect(server.to('/api/auth/sign-out')).toHaveLength(1);
    expect(server.to('/api/auth/sign-in/email')[0]?.body).toEqual({
      email: 'a@b.example',
      password: 'secret',
      rememberMe: false,
    });
  });
});
