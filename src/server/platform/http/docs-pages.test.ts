import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addPages } from './pages.ts';
import { addSecurityHeaders } from './security.ts';

const SCRIPT = "<script>document.documentElement.dataset.theme = 'dark'</script>";
let folder: string;
let app: FastifyInstance;

function put(file: string, text: string): void {
  mkdirSync(path.join(folder, path.dirname(file)), { recursive: true });
  writeFileSync(path.join(folder, file), text);
}

async function serve(): Promise<FastifyInstance> {
  const made = fastify();
  addSecurityHeaders(made, { https: false });
  await addPages(made, folder);
  return made;
}

beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'baton-pages-'));
  put('index.html', '<p>the app</p>');
  put('docs/index.html', `${SCRIPT}<p>start</p>`);
  put('docs/agents.html', `${SCRIPT}<p>agents</p>`);
  put('docs/agents.html.br', 'compressed');
  put('docs/decisions/001-first.html', `${SCRIPT}<p>first</p>`);
  put('docs/404.html', `${SCRIPT}<p>no such page</p>`);
  put('docs/search.json', '[]');
  put('docs/assets/main-abc.css', 'p {}');
  app = await serve();
});
afterAll(async () => {
  await app.close();
  rmSync(folder, { recursive: true });
});

describe('the documentation', () => {
  test.each([
    ['/docs', 'start'],
    ['/docs?from=mail', 'start'],
    ['/docs/agents', 'agents'],
    ['/docs/decisions/001-first', 'first'],
  ])('%s is a page', async (url, says) => {
    const { statusCode, body, headers } = await app.inject(url);
    expect([statusCode, headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
    expect(body).toContain(says);
  });

  test.each([
    '/docs/gone',
    '/docs/decisions/gone',
    '/docs/agents.html',
    '/docs/agents.html.br',
    '/docs/404',
    '/docs/..%2findex.html',
  ])('%s is none, and says so in the frame of the documentation', async (url) => {
    const { statusCode, body, headers } = await app.inject(url);
    expect(statusCode).toBe(404);
    expect(body).toContain('no such page');
    expect(headers['content-type']).toBe('text/html; charset=utf-8');
  });

  test('allows its own files and the one inline script, by its hash', async () => {
    const answers = await Promise.all(['/docs', '/docs/gone'].map((url) => app.inject(url)));
    for (const { headers } of answers) {
      const policy = String(headers['content-security-policy']);
      expect(policy).toMatch(/script-src 'self' 'sha256-[^']+';/);
      expect(policy).toContain("default-src 'none'");
      expect(policy).not.toContain('unsafe');
    }
  });

  test('is asked for again, and not sent again where it is known', async () => {
    const { headers } = await app.inject('/docs/agents');
    expect(headers['cache-control']).toBe('no-cache');
    const again = await app.inject({ url: '/docs/agents', headers: { 'if-none-match': String(headers['etag']) } });
    expect([again.statusCode, again.body]).toEqual([304, '']);
  });

  test('is sent as it was compressed when it was built', async () => {
    const { headers, body } = await app.inject({ url: '/docs/agents', headers: { 'accept-encoding': 'br' } });
    expect([headers['content-encoding'], body]).toEqual(['br', 'compressed']);
    expect(headers['content-type']).toBe('text/html; charset=utf-8');
  });

  test('keeps files with a hash in their name for a year, and asks for the search index again', async () => {
    const [style, index] = await Promise.all([
      app.inject('/docs/assets/main-abc.css'),
      app.inject('/docs/search.json'),
    ]);
    expect(style.headers['cache-control']).toBe('public, max-age=31536000, immutable');
    expect([index.statusCode, index.headers['cache-control']]).toEqual([200, 'no-cache']);
  });

  test.each([
    ['/docs/', '/docs'],
    ['/docs/agents/', '/docs/agents'],
    ['/docs//evil.example/', '/docs//evil.example'],
  ])('%s leads to %s', async (url, location) => {
    const { statusCode, headers } = await app.inject(url);
    expect([statusCode, headers.location]).toEqual([308, location]);
  });
});

test('without a built documentation the address is the app’s', async () => {
  rmSync(path.join(folder, 'docs/404.html'));
  const bare = await serve();
  expect((await bare.inject('/docs')).body).toContain('the app');
  await bare.close();
});
