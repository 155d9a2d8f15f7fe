import { expect, test } from 'vitest';
import { pathForLog } from './log-path.ts';

const TOKEN = 'Zk3-_4fVbTq9xWmNcR7yLpHs2uJdE8gAoKiQ1vB5tXM';

test.each([
  [`/sandbox/portal/${TOKEN}`, '/sandbox/portal/[secret]'],
  [`/sandbox/portal/${TOKEN}?confirm=cancel`, '/sandbox/portal/[secret]'],
  [`/sandbox/portal/${TOKEN}/`, '/sandbox/portal/[secret]/'],
  [`/sandbox/portal/${TOKEN}.`, '/sandbox/portal/[secret].'],
  [`/SANDBOX/portal/%5a${TOKEN.slice(1)}`, '/SANDBOX/portal/[secret]'],
  [`/mcp/baton_${'a'.repeat(40)}`, '/mcp/[secret]'],
  ['/reset-password?token=short', '/reset-password'],
  [
    '/api/projects/01900000-0000-7000-8000-000000000000/plan',
    '/api/projects/01900000-0000-7000-8000-000000000000/plan',
  ],
  ['/assets/geist-mono-latin-wght-normal-Bg1aEnEv.woff2', '/assets/geist-mono-latin-wght-normal-Bg1aEnEv.woff2'],
])('%s is logged as %s', (url, logged) => {
  expect(pathForLog(url)).toBe(logged);
});
