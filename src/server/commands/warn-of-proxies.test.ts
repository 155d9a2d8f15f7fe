import { expect, test, vi } from 'vitest';
import { readConfig } from '../platform/config.ts';
import { createLogger } from '../platform/log.ts';
import { warnOfProxies } from './warn-of-proxies.ts';

const warned = (env: Record<string, string>) => {
  const log = createLogger('silent');
  const warn = vi.spyOn(log, 'warn');
  warnOfProxies(readConfig(env), log);
  return warn.mock.calls.map(([fields]) => fields);
};

test('a public address on a server that listens to this machine only needs a trusted proxy', () => {
  expect(warned({ BATON_URL: 'https://baton.example' })).toEqual([
    { variable: 'BATON_TRUSTED_PROXIES', see: 'docs/on-the-internet.md' },
  ]);
});

test.each([
  ['a proxy is trusted', { BATON_URL: 'https://baton.example', BATON_TRUSTED_PROXIES: '127.0.0.1' }],
  ['the address is local', {}],
  ['it listens to others', { BATON_URL: 'http://10.1.2.3:3000', HOST: '0.0.0.0' }],
])('nothing is said where %s', (_, env) => {
  expect(warned(env)).toEqual([]);
});
