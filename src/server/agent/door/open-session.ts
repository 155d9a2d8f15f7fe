import { ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/server';
import type { Id } from '#contract/fields.ts';
import { TOKEN_META_KEY } from '#contract/tools.ts';
import { requireScope } from '#server/auth/index.ts';
import type { EngineContext } from '#server/engine/index.ts';
import type { Context } from '#server/platform/context.ts';
import { AppError } from '#server/platform/error.ts';
import { type HttpParts, takeTurn } from '#server/platform/http/mount.ts';
import type { Arriving } from '../arrive.ts';
import { answerCall, failedCall } from '../call-tool.ts';
import { readResource } from './resources.ts';
import type { Answered, Session } from './serve-tools.ts';

interface Beside {
  /** The client is a program that stores the token on behalf of its agent. */
  keepsToken: boolean;
  tellStatus(status: number): void;
  /** Long poll, where the call asks for it: resolves when there is something to do. */
  wait(ctx: Context, projectId: Id, tool: string, args: unknown): Promise<void> | undefined;
}

/** What this request may do, whether the SDK or the fast path parses its message. */
export function openSession(
  parts: HttpParts,
  ctx: EngineContext,
  projectId: Id | null,
  arrival: Arriving['arrival'],
  { keepsToken, tellStatus, wait }: Beside,
): Session {
  const requireNamed = () => {
    if (projectId !== null) return projectId;
    throw new AppError(
      'VALIDATION_ERROR',
      'No project is named. Connect to /mcp/<project id>, or send it as x-project-id.',
    );
  };
  return {
    async callTool(name, args) {
      let end = () => {};
      try {
        requireScope(ctx, name, args);
        const project = requireNamed();
        const waiting = wait(ctx, project, name, args);
        if (waiting !== undefined) await waiting;
        end = await takeTurn(parts, ctx);
        const { text, baton } = await answerCall(ctx, project, { arrival }, name, args);
        const content: Answered['content'] = [{ type: 'text', text }];
        return baton === undefined || !keepsToken ? { content } : { content, _meta: { [TOKEN_META_KEY]: baton } };
      } catch (error) {
        const { result, status } = failedCall(ctx, name, error);
        tellStatus(status);
        return result;
      } finally {
        end();
      }
    },
    async readResource(uri) {
      const end = await takeTurn(parts, ctx);
      try {
        return await readResource(ctx, requireNamed(), uri);
      } catch (error) {
        const { result, status } = failedCall(ctx, 'resources/read', error);
        tellStatus(status);
        const [said] = result.content;
        throw new ProtocolError(
          status < 500 ? ProtocolErrorCode.InvalidParams : ProtocolErrorCode.InternalError,
          said?.type === 'text' ? said.text : '',
        );
      } finally {
        end();
      }
    },
  };
}
