import { createHash } from 'node:crypto';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ENDPOINTS } from '#contract/endpoints.ts';
import { addApiDocs } from './openapi.ts';
import { buildOpenApiDocument } from './openapi/document.ts';
import { addSecurityHeaders } from './security.ts';
import { startTestServer } from '#test/harness.ts';

let app: FastifyInstance;
beforeAll(async () => {
  app = Fastify();
  addSecurityHeaders(app, { https: false });
  await addApiDocs(app);
});
afterAll(() => app.close());

describe('the served description', () => {
  it('is JSON that a cache may keep and must ask about', async () => {
    const first = await app.inject('/api/openapi.json');
    expect(first.statusCode).toBe(200);
    expect(first.headers['content-type']).toContain('application/json');
    expect(first.json()).toMatchObject({ openapi: '3.1.0', info: { title: 'Baton API' } });
    expect(first.headers['cache-control']).toBe('no-cache');

    const again = await app.inject({
      url: '/api/openapi.json',
      headers: { 'if-none-match': String(first.headers.etag) },
    });
    expect(again.statusCode).toBe(304);
    expect(again.body).toBe('');
  });

  it('is a page with every call and every shape, each at an address of its own', async () => {
    const { body, statusCode } = await app.inject('/api/docs');
    expect(statusCode).toBe(200);
    for (const { id, path } of ENDPOINTS) {
      expect(body).toContain(`id="${id}"`);
      expect(body).toContain(path.replaceAll(/:(\w+)/g, '{$1}'));
    }
    const ids = [...body.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id);
    expect(new Set(ids).size).toBe(ids.length);
    const links = [...body.matchAll(/href="#([^"]+)"/g)].map(([, id]) => id);
    expect(links.filter((id) => !ids.includes(id))).toEqual([]);
  });

  it('needs no script, no foreign host and no exception from the policy', async () => {
    const { body, headers } = await app.inject('/api/docs');
    const policy = String(headers['content-security-policy']);
    expect(policy).toContain("default-src 'none'");
    expect(policy).not.toMatch(/unsafe|script-src|https?:/);
    expect(body).not.toMatch(/<script|https?:|style="| on\w+=/);
    const style = /<style>([\s\S]*?)<\/style>/.exec(body)?.[1] ?? '';
    expect(policy).toContain(createHash('sha256').update(style).digest('base64'));
  });

  it('shows what a body must hold, with its limits', async () => {
    const { body } = await app.inject('/api/docs');
    const call = /<article aria-labelledby="createProject">([\s\S]*?)<\/article>/.exec(body)?.[1];
    expect(call).toMatch(/<code>name<\/code> <small>required<\/small>.*?1 to 200 characters/);
    expect(call).toContain('Answer 201');
    expect(call).toContain('<b>429</b> USAGE_LIMIT_EXCEEDED');
  });
});

describe('the description and the server', () => {
  it('agree: whatever is described is mounted', async () => {
    const server = await startTestServer();
    try {
      for (const [path, item] of Object.entries(buildOpenApiDocument().paths)) {
        const url = path.startsWith('/api/auth/') ? '/api/auth/*' : path.replaceAll(/\{(\w+)\}/g, ':$1');
        for (const method of Object.keys(item)) {
          expect(server.http.hasRoute({ method: method.toUpperCase(), url }), `${method} ${path}`).toBe(true);
        }
      }
      expect((await server.http.inject('/api/docs')).statusCode).toBe(200);
    } finally {
      await server.dispose();
    }
  });
});
