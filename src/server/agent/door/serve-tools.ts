import {
  type JSONRPCRequest,
  type McpServer,
  ProtocolError,
  ProtocolErrorCode,
  type Result,
  Server,
  type ServerContext,
} from '@modelcontextprotocol/server';
import { VERSION } from '#server/platform/version.ts';
import { explainParams } from './explain-params.ts';
import { PROMPTS } from './prompts.ts';
import { RESOURCES } from './resources.ts';
import { listTools } from './tool-list.ts';

/** A tool's result or failure: text, and the baton token in `_meta` for programs. */
export interface Answered {
  content: [{ type: 'text'; text: string }];
  isError?: true;
  _meta?: { [key: string]: unknown };
  [key: string]: unknown;
}

/** What one request of an agent may do, independent of the protocol revision. */
export interface Session {
  callTool(name: string, args: unknown): Promise<Answered>;
  readResource(uri: string): Promise<string | undefined>;
}

export const SERVER_INFO = { name: 'baton', title: 'Baton', version: VERSION };

const INSTRUCTIONS =
  'Baton keeps this project’s plan. Call orient first. task_claim gives you one task and its brief; end it with task_finish. Leave notes for whoever comes next.';

/** TTL of the tool and prompt lists, which change only with a new version of the server. */
const LIST_TTL_MS = 3_600_000;
const CACHE_HINTS = {
  'tools/list': { ttlMs: LIST_TTL_MS, cacheScope: 'public' },
  'prompts/list': { ttlMs: LIST_TTL_MS, cacheScope: 'public' },
  'resources/list': { ttlMs: LIST_TTL_MS, cacheScope: 'public' },
} as const;

/**
 * The server never asks a client for input, so no schema is ever validated; the default would compile one per request.
 */
const NO_VALIDATOR = {
  getValidator: () => () => ({ valid: false as const, data: undefined, errorMessage: 'not used' }),
};

/**
 * The SDK's low-level server, where responses are passed through. It is marked deprecated in favour of the high-level
 * class, which registers methods of its own and keeps schemas for every request.
 */
export type ProtocolServer = McpServer['server'];
// oxlint-disable-next-line typescript/no-deprecated
const LowerServer = Server;
type Handler = (request: JSONRPCRequest, ctx: ServerContext) => Promise<Result>;

class ExplainingServer extends LowerServer {
  protected override _wrapHandler(method: string, handler: Handler): Handler {
    // oxlint-disable-next-line typescript/no-deprecated
    const wrapped = super._wrapHandler(method, handler);
    return (request, ctx) =>
      wrapped(request, ctx).catch((error: unknown) => {
        throw explainParams(error, method);
      });
  }
}

/** Built per request: no state is kept between two calls. */
export function createMcpServer(session: Session): ProtocolServer {
  const server = new ExplainingServer(SERVER_INFO, {
    capabilities: { tools: {}, prompts: {}, resources: {} },
    instructions: INSTRUCTIONS,
    cacheHints: CACHE_HINTS,
    jsonSchemaValidator: NO_VALIDATOR,
  });
  server.setRequestHandler('tools/list', () => ({ tools: [...listTools()] }));
  server.setRequestHandler('tools/call', ({ params }) => session.callTool(params.name, params.arguments));
  server.setRequestHandler('prompts/list', () => ({
    prompts: PROMPTS.map(({ name, description }) => ({ name, description })),
  }));
  server.setRequestHandler('prompts/get', ({ params }) => {
    const prompt = PROMPTS.find(({ name }) => name === params.name);
    if (prompt === undefined)
      throw new ProtocolError(ProtocolErrorCode.InvalidParams, 'There is no such prompt. Prompts: work, plan.');
    return {
      description: prompt.description,
      messages: [{ role: 'user', content: { type: 'text', text: prompt.text } }],
    };
  });
  server.setRequestHandler('resources/list', () => ({ resources: [...RESOURCES] }));
  server.setRequestHandler('resources/templates/list', () => ({ resourceTemplates: [] }));
  server.setRequestHandler('resources/read', async ({ params }) => {
    const text = await session.readResource(params.uri);
    if (text === undefined)
      throw new ProtocolError(ProtocolErrorCode.InvalidParams, `There is no resource ${params.uri}.`, {
        uri: params.uri,
      });
    return { contents: [{ uri: params.uri, mimeType: 'text/markdown', text }] };
  });
  return server;
}
