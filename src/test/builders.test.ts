import { decodeJwt, decodeProtectedHeader } from 'jose';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { jwks } from '#server/platform/db/tables/index.ts';
import { addUser, fetchToken, tokenFor } from './builders.ts';
import { type TestServer, startTestServer } from './harness.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.dispose());

const open = (token: string) =>
  server.http.inject({ url: '/api/me', headers: { authorization: `Bearer ${token}` } }).then((me) => me.statusCode);

test('a token signed here is like one that the server issues, by the same key', async () => {
  const user = await addUser(server);
  const [signed, fetched] = [await tokenFor(server, user), await fetchToken(server, user)];
  expect(decodeProtectedHeader(signed)).toEqual(decodeProtectedHeader(fetched));
  const { iat = 0, exp = 0, ...claims } = decodeJwt(signed);
  const { iat: issued = 0, exp: expires = 0, ...others } = decodeJwt(fetched);
  expect([claims, exp - iat]).toEqual([others, expires - issued]);
  expect([await open(signed), await open(fetched)]).toEqual([200, 200]);
});

test('where the server has made a key of its own, its token is fetched', async () => {
  const user = await addUser(server);
  await server.db.delete(jwks);
  await fetchToken(server, user);
  const [own] = await server.db.select({ id: jwks.id }).from(jwks);
  expect(decodeProtectedHeader(await tokenFor(server, user)).kid).toBe(own?.id);
});
