import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { AUTH_ENDPOINTS } from '#contract/auth.ts';
import { ENDPOINTS } from '#contract/endpoints.ts';
import { AppError } from '../../error.ts';
import { failureBody } from '../failures.ts';
import type { Operation, PathItem } from './document-types.ts';
import { buildOpenApiDocument } from './document.ts';

const document = buildOpenApiDocument();

function operationAt(method: string, path: string): Operation | undefined {
  return document.paths[path]?.[method.toLowerCase() as keyof PathItem];
}

/** Every object inside a value, with the keys that lead to it. */
function* walk(value: unknown, path: string[] = []): Generator<{ path: string[]; node: Record<string, unknown> }> {
  if (typeof value !== 'object' || value === null) return;
  if (!Array.isArray(value)) yield { path, node: value as Record<string, unknown> };
  for (const [key, item] of Object.entries(value)) yield* walk(item, [...path, key]);
}

const resolve = (ref: string) =>
  ref
    .slice(2)
    .split('/')
    .reduce<unknown>((node, key) => (node as Record<string, unknown> | undefined)?.[key], document);

describe('the OpenAPI document', () => {
  it('tells every endpoint of the contract at its own address, with its parameters', () => {
    expect(ENDPOINTS.length).toBeGreaterThan(15);
    for (const endpoint of ENDPOINTS) {
      const template = endpoint.path.replaceAll(/:(\w+)/g, '{$1}');
      const operation = operationAt(endpoint.method, template);
      expect(operation, `${endpoint.method} ${template}`).toMatchObject({
        operationId: endpoint.id,
        summary: endpoint.summary,
      });
      const inPath =
        operation?.parameters?.filter((parameter) => parameter.in === 'path').map(({ name }) => name) ?? [];
      expect(inPath).toEqual([...template.matchAll(/\{(\w+)\}/g)].map(([, name]) => name));
      const inQuery =
        operation?.parameters?.filter((parameter) => parameter.in === 'query').map(({ name }) => name) ?? [];
      expect(inQuery).toEqual(Object.keys(endpoint.query?.shape ?? {}));
      expect(operation?.requestBody !== undefined).toBe(endpoint.body !== undefined);
      expect(Object.keys(operation?.responses ?? {})).toContain(String(endpoint.status));
    }
  });

  it('tells every sign-in call, by its own rules: no envelope, only from this site, some by the cookie', () => {
    for (const { method, path, id } of AUTH_ENDPOINTS) {
      const operation = operationAt(method, path);
      expect(operation, path).toMatchObject({ operationId: id, tags: ['auth'] });
      if (method === 'POST') expect(Object.keys(operation?.responses ?? {})).toContain('403');
    }
    const token = operationAt('GET', '/api/auth/token');
    expect(token?.security).toEqual([{ session: [] }]);
    expect(token?.responses['200']).toMatchObject({
      content: { 'application/json': { schema: { properties: { token: { type: 'string' } } } } },
    });
    expect(Object.keys(operationAt('GET', '/api/auth/verify-email')?.responses ?? {})).toEqual(
      expect.arrayContaining(['200', '302']),
    );
  });

  it('tells the calls of the machines that watch a server', () => {
    expect(Object.keys(document.paths)).toEqual(expect.arrayContaining(['/healthz', '/readyz', '/metrics']));
  });

  it('gives every operation an id of its own', () => {
    const ids = Object.values(document.paths).flatMap((item) =>
      Object.values(item).map(({ operationId }) => operationId),
    );
    expect(new Set(ids).size).toBe(ids.length);
  });

  it('refers only to what it holds, and holds only what is referred to', () => {
    const refs = [...walk(document)].flatMap(({ node }) => (typeof node.$ref === 'string' ? [node.$ref] : []));
    expect(refs.length).toBeGreaterThan(100);
    for (const ref of refs) expect(resolve(ref), ref).toBeDefined();
    const unused = Object.keys(document.components.schemas).filter(
      (name) => !refs.includes(`#/components/schemas/${name}`),
    );
    expect(unused).toEqual(['FeedEvent']);
  });

  it('leaves no shape open', () => {
    const isSchema = (path: string[]) =>
      ['schema', 'items'].includes(path.at(-1) ?? '') || ['properties', 'schemas'].includes(path.at(-2) ?? '');
    const schemas = [...walk(document)].filter(({ path }) => isSchema(path));
    expect(schemas.length).toBeGreaterThan(200);
    expect(schemas.filter(({ node }) => Object.keys(node).length === 0).map(({ path }) => path.join('/'))).toEqual([]);
  });

  it('names a maximum length for every text that is sent', () => {
    for (const [path, item] of Object.entries(document.paths)) {
      for (const operation of Object.values(item)) {
        const body = operation.requestBody?.content['application/json']?.schema;
        const schema = body?.$ref === undefined ? body : resolve(body.$ref);
        for (const { node, path: place } of walk(schema)) {
          if (node.type !== 'string' || node.enum !== undefined || node.const !== undefined || node.format === 'uuid')
            continue;
          expect(node, `${path} ${place.join('.')}`).toHaveProperty('maxLength');
        }
      }
    }
  });

  it('tells what a call can refuse, by status and kind', () => {
    const kinds = (operation: Operation | undefined, status: string) => {
      const response = operation?.responses[status];
      if (response === undefined || !('$ref' in response)) return undefined;
      const { content } = resolve(response.$ref) as {
        content: Record<string, { schema: { allOf: [unknown, { properties: { errorType: { enum: string[] } } }] } }>;
      };
      return content['application/json']?.schema.allOf[1].properties.errorType.enum;
    };
    const create = operationAt('POST', '/api/projects');
    expect(kinds(create, '400')).toEqual(['VALIDATION_ERROR']);
    expect(kinds(create, '401')).toEqual(['AUTHENTICATION_ERROR']);
    expect(kinds(create, '403')).toEqual(['ACCOUNT_SUSPENDED', 'FORBIDDEN']);
    expect(kinds(create, '413')).toEqual(['PAYLOAD_TOO_LARGE']);
    expect(kinds(create, '429')).toEqual(['USAGE_LIMIT_EXCEEDED']);
    expect(kinds(create, '503')).toEqual(['INTERNAL_ERROR', 'MAINTENANCE']);
    expect(kinds(operationAt('GET', '/api/projects/{id}'), '404')).toEqual(['NOT_FOUND']);
    expect(kinds(operationAt('GET', '/api/instance'), '401')).toBeUndefined();
  });

  it('asks for the credentials the server asks for', () => {
    expect(operationAt('GET', '/api/instance')?.security).toEqual([]);
    expect(operationAt('GET', '/api/me')?.security).toEqual([{ accessToken: [] }]);
    expect(operationAt('GET', '/api/projects')?.security).toEqual([
      { accessToken: [] },
      { apiKey: [] },
      { apiKeyHeader: [] },
    ]);
    const known = Object.keys(document.components.securitySchemes);
    for (const item of Object.values(document.paths)) {
      for (const { security } of Object.values(item))
        expect(known).toEqual(expect.arrayContaining(security.flatMap((scheme) => Object.keys(scheme))));
    }
  });

  it('describes a failure as the server sends it', () => {
    const Failure = z.fromJSONSchema(document.components.schemas.Failure as Parameters<typeof z.fromJSONSchema>[0]);
    const usage = { daily: { current: 1, limit: 1 } };
    const sent = failureBody(
      new AppError('USAGE_LIMIT_EXCEEDED', 'Too many', {
        code: 'PROJECT_LIMIT',
        usage,
        issues: [{ path: 'a', message: 'b' }],
      }),
      'r1',
    );
    expect(Failure.parse(sent)).toEqual(sent);
    expect(Failure.safeParse({ ...sent, errorType: 'OOPS' }).success).toBe(false);
  });

  it('tells a stream as a stream', () => {
    const response = operationAt('GET', '/api/projects/{id}/events')?.responses['200'];
    expect(response).toMatchObject({ content: { 'text/event-stream': { schema: { type: 'string' } } } });
  });
});
