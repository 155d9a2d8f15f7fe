import type { z } from 'zod';
import type { Access, Endpoint } from '#contract/endpoint.ts';
import type { ErrorType } from '#contract/errors.ts';
import type { JsonSchema, Operation, Parameter, Reference, Response } from './document-types.ts';
import { failureResponse, failuresOf } from './failures.ts';
import type { SchemaShelf } from './schema-shelf.ts';

const SECURITY: Record<Access, Record<string, string[]>[]> = {
  public: [],
  user: [{ accessToken: [] }],
  admin: [{ accessToken: [] }],
  caller: [{ accessToken: [] }, { apiKey: [] }, { apiKeyHeader: [] }],
};

const STREAM = 'Server-Sent Events until the client leaves; the data of each `change` is a FeedEvent';

const PROJECT_HEADER: Parameter = {
  name: 'x-project-id',
  in: 'header',
  required: true,
  description: 'The project that is meant',
  schema: { type: 'string', format: 'uuid' },
};

export interface DescribedOperation {
  operation: Operation;
  failures: Record<string, Response>;
}

/** Where an endpoint that is not ours differs from the contract's conventions. */
export interface Differences {
  security?: Record<string, string[]>[];
  failures?: Map<number, ErrorType[]>;
  /** No envelope. */
  plain?: boolean;
  /** Answers with a redirect. */
  redirect?: 'always' | 'sometimes';
}

export function describeEndpoint(
  endpoint: Endpoint,
  shelf: SchemaShelf,
  differences: Differences = {},
): DescribedOperation {
  const parameters = [
    ...describeParameters('path', endpoint.params, shelf),
    ...describeParameters('query', endpoint.query, shelf),
    ...(endpoint.projectHeader ? [PROJECT_HEADER] : []),
  ];
  const failures = [...(differences.failures ?? failuresOf(endpoint))].map(([status, types]) => ({
    status,
    ...failureResponse(status, types),
  }));
  const responses: [string, Response | Reference][] = [
    ...describeSuccess(endpoint, shelf, differences),
    ...failures.map(({ status, reference }): [string, Reference] => [String(status), reference]),
  ];
  return {
    operation: {
      operationId: endpoint.id,
      tags: [tagOf(endpoint.path)],
      summary: endpoint.summary,
      security: differences.security ?? SECURITY[endpoint.access],
      ...(parameters.length === 0 ? {} : { parameters }),
      ...(endpoint.body === undefined
        ? {}
        : {
            requestBody: {
              required: true,
              content: {
                'application/json': { schema: shelf.convert(endpoint.body, 'input') },
                ...(endpoint.takesFile
                  ? { 'application/octet-stream': { schema: { type: 'string', format: 'binary' } } }
                  : {}),
              },
            },
          }),
      responses: Object.fromEntries(responses),
    },
    failures: Object.fromEntries(failures.map(({ name, response }) => [name, response])),
  };
}

/** The first segment below /api is the tag; everything else is for monitoring. */
export function tagOf(path: string): string {
  return /^\/api\/([\w-]+)/.exec(path)?.[1] ?? 'watching';
}

export const toTemplate = (path: string) => path.replaceAll(/:(\w+)/g, '{$1}');

function describeParameters(place: 'path' | 'query', schema: z.ZodObject | undefined, shelf: SchemaShelf): Parameter[] {
  if (schema === undefined) return [];
  const { properties = {}, required = [] } = shelf.convert(schema, 'input');
  return Object.entries(properties).map(([name, property]) => {
    const { description, ...json }: JsonSchema = typeof property === 'object' ? property : {};
    return {
      name,
      in: place,
      required: place === 'path' || required.includes(name),
      ...(description === undefined ? {} : { description }),
      schema: json,
    };
  });
}

function describeSuccess(
  endpoint: Endpoint,
  shelf: SchemaShelf,
  { plain, redirect }: Differences,
): [string, Response][] {
  const onward: [string, Response] = ['302', { description: 'The browser is sent on' }];
  if (redirect === 'always') return [onward];
  const own: [string, Response] = [
    String(endpoint.status),
    describeAnswer(shelf.convert(endpoint.answer, 'output'), endpoint, plain ?? false),
  ];
  return redirect === undefined ? [own] : [own, onward];
}

function describeAnswer(answer: JsonSchema, endpoint: Endpoint, plain: boolean): Response {
  if (typeof answer.contentMediaType === 'string') {
    const { contentMediaType, ...schema } = answer;
    const description = contentMediaType === 'text/event-stream' ? STREAM : 'Done';
    return { description, content: { [contentMediaType]: { schema } } };
  }
  const schema = plain ? answer : envelope(answer, endpoint);
  return { description: 'Done', content: { 'application/json': { schema } } };
}

const NEXT_CURSOR: JsonSchema = {
  anyOf: [{ type: 'string' }, { type: 'integer' }, { type: 'null' }],
  description: 'Sent as cursor, it leads to the next page; null on the last',
};

function envelope(answer: JsonSchema, { bare, query, answer: { def } }: Endpoint): JsonSchema {
  const success: JsonSchema = { type: 'object', properties: { success: { const: true } }, required: ['success'] };
  if (bare) return { allOf: [success, answer] };
  const isPaged = def.type === 'array' && query !== undefined && 'cursor' in query.shape;
  const next = isPaged ? { nextCursor: NEXT_CURSOR } : {};
  const required = ['success', 'data', ...Object.keys(next)];
  return { ...success, properties: { ...success.properties, data: answer, ...next }, required };
}
