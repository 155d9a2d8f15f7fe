import {
  type McpRequestContext,
  WebStandardStreamableHTTPServerTransport,
  createMcpHandler,
  isLegacyRequest,
} from '@modelcontextprotocol/server';
import type { FastifyRequest } from 'fastify';
import { type ProtocolServer, type Session, createMcpServer } from './serve-tools.ts';

/** Tests register the tools and prompts that the protocol's conformance suite needs. */
export type Extend = (server: ProtocolServer) => void;

export interface SdkServing {
  serve(request: FastifyRequest, session: Session): Promise<Response>;
  close(): Promise<void>;
}

/** More than an instance ever needs: nothing that can be subscribed to changes while a client is connected. */
const SUBSCRIPTIONS_MAX = 64;

/** Serves requests with the official SDK, in both protocol revisions. */
export function createSdkServing(publicUrl: string, extend?: Extend): SdkServing {
  const build = (mcp: McpRequestContext) => {
    const server = createMcpServer(mcp.authInfo?.extra?.['session'] as Session);
    extend?.(server);
    return server;
  };
  const modern = createMcpHandler(build, { legacy: 'reject', maxSubscriptions: SUBSCRIPTIONS_MAX });
  return {
    async serve(request, session) {
      const web = toWebRequest(publicUrl, request);
      const options = {
        authInfo: { token: '', clientId: '', scopes: [], extra: { session } },
        ...(request.body === undefined ? {} : { parsedBody: request.body }),
      };
      if (!(await isLegacyRequest(web, request.body))) return modern.fetch(web, options);
      const server = build({ era: 'legacy', ...options });
      const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: extend === undefined });
      await server.connect(transport);
      return transport.handleRequest(web, options);
    },
    close: () => modern.close(),
  };
}

function toWebRequest(publicUrl: string, request: FastifyRequest): Request {
  const headers = new Headers();
  for (const [name, value] of Object.entries(request.headers))
    if (value !== undefined) headers.set(name, Array.isArray(value) ? value.join(', ') : value);
  return new Request(`${publicUrl}/mcp`, { method: request.method, headers });
}
