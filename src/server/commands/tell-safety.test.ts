import { afterEach, expect, test, vi } from 'vitest';
import { type TestServices, openTestServices } from '#test/harness.ts';
import { tellSafety } from './tell-safety.ts';

let services: TestServices;
afterEach(() => services.dispose());

async function told(env: Record<string, string>) {
  services = await openTestServices({ env });
  const warn = vi.spyOn(services.log, 'warn');
  const info = vi.spyOn(services.log, 'info');
  await tellSafety(services);
  return { warned: warn.mock.calls.map(([fields]) => fields), informed: info.mock.calls.map(([fields]) => fields) };
}

test('the start of a public server says how much is not safe yet', async () => {
  const { warned, informed } = await told({ BATON_URL: 'http://baton.example' });
  expect(informed).toEqual([]);
  expect(warned).toEqual([{ must: 1, should: expect.any(Number) as number, see: 'http://baton.example/admin/safety' }]);
});

test('and says so where nothing must be mended', async () => {
  const { warned, informed } = await told({ BATON_URL: 'https://baton.example', BATON_TRUSTED_PROXIES: '127.0.0.1' });
  expect(warned).toEqual([]);
  expect(informed).toMatchObject([{ must: 0 }]);
});

test('a local server says nothing', async () => {
  expect(await told({})).toEqual({ warned: [], informed: [] });
});

test('a database that is away is said, and does not end the start', async () => {
  services = await openTestServices({ env: { BATON_URL: 'https://baton.example' } });
  const warn = vi.spyOn(services.log, 'warn');
  const gone = { ...services, settings: { read: () => Promise.reject(new Error('away')) } };
  await tellSafety(gone);
  expect(warn).toHaveBeenCalledWith({ reason: 'Error: away' }, expect.any(String));
});
