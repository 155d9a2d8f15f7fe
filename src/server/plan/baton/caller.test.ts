import { describe, expect, test } from 'vitest';
import { newId } from '#server/platform/id.ts';
import type { Context } from '#server/platform/context.ts';
import { hashToken, makeToken, matchesToken } from './baton-token.ts';
import { callerOf, findOwn, hasProven, withToken } from './caller.ts';

const userId = newId();
const TOKEN = '1.k3f9x2ab';
const OTHER = '2.k3f9x2ab';
const agent = (fields: { name?: string; session?: string; token?: string } = {}): Pick<Context, 'actor'> => ({
  actor: { kind: 'agent', userId, projectId: null, name: 'claude', ...fields },
});
const person: Pick<Context, 'actor'> = {
  actor: { kind: 'user', userId, sessionId: newId(), name: 'claude', isAdmin: false },
};

/** The row that a claim by this caller inserts. */
function held(by: Pick<Context, 'actor'>, token: string | undefined = TOKEN, name?: string) {
  const { holderKey, clientKey } = callerOf(by, name);
  return { holderKey, clientKey, tokenHash: token === '' ? '' : hashToken(token) };
}

describe('a caller', () => {
  test('is its session where it has one, else its account and name', () => {
    const one = callerOf(agent({ session: 'one' }));
    const two = callerOf(agent({ session: 'two' }));
    expect(one.holderKey).not.toBe(two.holderKey);
    expect(callerOf(agent({ session: 'one', name: 'codex' })).holderKey).toBe(one.holderKey);
    expect(callerOf(agent()).holderKey).toBe(callerOf(agent()).holderKey);
    expect(callerOf(agent({ name: 'codex' })).holderKey).not.toBe(callerOf(agent()).holderKey);
  });

  test('that names an agent speaks for it, and is still the program it is', () => {
    const named = callerOf(agent({ session: 'one' }), 'bob');
    expect(named.holder).toMatchObject({ kind: 'agent', name: 'bob' });
    expect(named.holderKey).not.toBe(callerOf(agent({ session: 'one' })).holderKey);
    expect(named.clientKey).toBe(callerOf(agent({ session: 'one' })).clientKey);
  });

  test('cannot be taken for another by its name', () => {
    const session = callerOf(agent({ session: 'one' })).holderKey;
    const keys = [session, `session:${userId}:one`, `user:${userId}`, `${userId}:one`];
    for (const name of keys) expect(keys).not.toContain(callerOf(agent({ name })).holderKey);
    expect(callerOf(person).holderKey).not.toBe(callerOf(agent()).holderKey);
  });
});

describe('what a caller holds', () => {
  const mine = held(agent({ session: 'one' }));
  const theirs = held(agent({ session: 'two' }), OTHER);

  test('is the baton of its session, and never that of another window', () => {
    expect(findOwn([theirs, mine], callerOf(agent({ session: 'one' })))).toBe(mine);
    expect(findOwn([theirs], callerOf(agent({ session: 'one' })))).toBeUndefined();
  });

  test('is the baton whose token it sent, before all else', () => {
    expect(findOwn([mine, theirs], callerOf(agent({ session: 'one', token: OTHER })))).toBe(theirs);
    expect(findOwn([mine, theirs], callerOf(agent({ token: TOKEN })))).toBe(mine);
  });

  test('is nothing for the token of an earlier claim, whatever is held under the same name', () => {
    expect(findOwn([held(agent())], callerOf(agent({ token: OTHER })))).toBeUndefined();
    expect(findOwn([mine], callerOf(agent({ session: 'one', token: OTHER })))).toBe(mine);
  });

  test('is the only one that its program holds under a name, and none of several', () => {
    const [bob, eve] = [held(agent(), TOKEN, 'bob'), held(agent(), OTHER, 'eve')];
    expect(findOwn([bob], callerOf(agent()))).toBe(bob);
    expect(findOwn([bob, eve], callerOf(agent()))).toBeUndefined();
    expect(findOwn([bob, eve], callerOf(agent({ token: OTHER })))).toBe(eve);
  });
});

describe('that a caller holds a baton is proven', () => {
  test('by its token, from wherever it is sent', () => {
    const baton = held(agent({ session: 'one' }));
    for (const by of [agent({ token: TOKEN }), agent({ session: 'two', name: 'codex', token: TOKEN })])
      expect(hasProven(baton, callerOf(by))).toBe(true);
    expect(hasProven(baton, callerOf(agent({ token: OTHER })))).toBe(false);
  });

  test('by its session, but not by a name', () => {
    expect(hasProven(held(agent({ session: 'one' })), callerOf(agent({ session: 'one' })))).toBe(true);
    expect(hasProven(held(agent({ session: 'one' }), TOKEN, 'bob'), callerOf(agent({ session: 'one' })))).toBe(true);
    expect(hasProven(held(agent({ session: 'one' })), callerOf(agent({ session: 'two' })))).toBe(false);
    expect(hasProven(held(agent()), callerOf(agent()))).toBe(false);
  });

  test('by its key where no token was ever given: a status was set', () => {
    expect(hasProven(held(agent(), ''), callerOf(agent()))).toBe(true);
    expect(hasProven(held(agent(), ''), callerOf(agent({ name: 'codex' })))).toBe(false);
  });

  test('for a person by who they are', () => {
    expect(hasProven(held(person), callerOf(person))).toBe(true);
    expect(hasProven(held(agent()), callerOf(person))).toBe(false);
  });
});

test('a token has a number and a secret, and only its hash is kept', () => {
  const made = Array.from({ length: 200 }, () => makeToken(16));
  for (const { token, hash } of made) {
    expect(token).toMatch(/^16\.[a-km-z2-9]{8}$/);
    expect(hash).not.toContain(token.slice(3));
    expect([matchesToken(token, hash), matchesToken('16.aaaaaaaa', hash), matchesToken(token, '')]).toEqual([
      true,
      false,
      false,
    ]);
  }
  expect(new Set(made.map(({ token }) => token)).size).toBe(made.length);
});

test('a token that comes in the call itself goes before that of a header', () => {
  const ctx = agent({ token: OTHER }) as Context;
  expect(callerOf(withToken(ctx, TOKEN)).tokenHash).toBe(hashToken(TOKEN));
  expect(withToken(ctx, undefined)).toBe(ctx);
});
