import { z } from 'zod';
import { PRODUCT } from '#contract/constants.ts';
import type { Endpoint, Method } from '#contract/endpoint.ts';
import { ENDPOINTS, SCHEMAS } from '#contract/endpoints.ts';
import { EVENT_DATA } from '#contract/events.ts';
import { EventActor, Timestamp } from '#contract/fields.ts';
import { VERSION } from '../../version.ts';
import { ACCOUNT_ENDPOINTS } from './account-endpoints.ts';
import type { OpenApiDocument, PathItem, Response } from './document-types.ts';
import { Failure } from './failures.ts';
import { type DescribedOperation, describeEndpoint, tagOf, toTemplate } from './operation.ts';
import { createSchemaShelf } from './schema-shelf.ts';
import { WATCH_ENDPOINTS } from './watch-endpoints.ts';

const DESCRIPTION = `What browsers, agents and scripts can ask of ${PRODUCT}. Every answer under /api is JSON with "success"; a failure has a
sentence in "error", its kind in "errorType" and the request’s id. Unknown fields are refused, and what belongs to somebody else is not found.`;

const SECURITY_SCHEMES = {
  accessToken: {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'JWT',
    description: 'Five minutes good; the session cookie gets a new one at /api/auth/token',
  },
  apiKey: { type: 'http', scheme: 'bearer', description: 'An agent’s API key, with the project’s id in x-project-id' },
  apiKeyHeader: {
    type: 'apiKey',
    in: 'header',
    name: 'x-user-api-key',
    description: 'The same key in a header of its own',
  },
  session: {
    type: 'apiKey',
    in: 'cookie',
    name: 'baton.session_token',
    description: 'The httpOnly cookie that signing in sets; with https its name begins with __Host-',
  },
  metricsToken: { type: 'http', scheme: 'bearer', description: 'BATON_METRICS_TOKEN' },
};

/** The `data:` of a `change` event. */
const FeedEvent = z.union(
  Object.entries(EVENT_DATA).map(([type, data]) =>
    z.object({ seq: z.int(), type: z.literal(type), data, actor: EventActor, created_at: Timestamp }),
  ),
);

/** The whole HTTP API as one OpenAPI 3.1 document, generated from the schemas the server parses with. */
export function buildOpenApiDocument(): OpenApiDocument {
  const { Nothing: _, ...named } = SCHEMAS;
  const shelf = createSchemaShelf({ ...named, EventActor, FeedEvent, Failure });
  shelf.convert(Failure, 'output');
  shelf.convert(FeedEvent, 'output');

  const paths: Record<string, PathItem> = {};
  const responses: Record<string, Response> = {};
  const add = (path: string, method: string, { operation, failures }: DescribedOperation) => {
    paths[toTemplate(path)] = { ...paths[toTemplate(path)], [method.toLowerCase()]: operation };
    Object.assign(responses, failures);
  };
  for (const endpoint of ENDPOINTS.toSorted(byPath))
    add(endpoint.path, endpoint.method, describeEndpoint(endpoint, shelf));
  for (const { endpoint, differences } of [...ACCOUNT_ENDPOINTS, ...WATCH_ENDPOINTS]) {
    add(endpoint.path, endpoint.method, describeEndpoint(endpoint, shelf, differences));
  }

  const settled = shelf.settle({ paths, responses });
  return {
    openapi: '3.1.0',
    info: { title: `${PRODUCT} API`, version: VERSION, description: DESCRIPTION.replaceAll('\n', ' ') },
    servers: [{ url: '/' }],
    tags: [...new Set(Object.keys(paths).map(tagOf))].toSorted().map((name) => ({ name })),
    paths: settled.document.paths,
    components: { schemas: settled.schemas, responses: settled.document.responses, securitySchemes: SECURITY_SCHEMES },
  };
}

const METHODS: readonly Method[] = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];

function byPath(a: Endpoint, b: Endpoint): number {
  if (a.path !== b.path) return a.path < b.path ? -1 : 1;
  return METHODS.indexOf(a.method) - METHODS.indexOf(b.method);
}
