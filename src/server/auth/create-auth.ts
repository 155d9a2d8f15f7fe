import type { Context, Services } from '#server/platform/context.ts';
import { type Authenticate, createAuthenticate } from './authenticate.ts';
import { createBackground } from './background.ts';
import { type Engine, createEngine } from './engine.ts';
import { handleAuthRequest } from './handle-auth-request.ts';
import { userActivityOf } from './user-activity.ts';

export interface Auth {
  engine: Engine;
  authenticate: Authenticate;
  /** Answers a request below /api/auth. */
  handle(ctx: Context, request: Request): Promise<Response>;
  /** Waits for mails that were promised and are still on their way out, and writes down who was here last. */
  settle(): Promise<void>;
}

export function createAuth(services: Services, secret: string): Auth {
  const engine = createEngine(services, secret);
  const background = createBackground();
  return {
    engine,
    authenticate: createAuthenticate(services),
    handle: (ctx, request) => handleAuthRequest({ engine, background }, ctx, request),
    settle: async () => {
      await background.settle();
      await userActivityOf(services).flush();
    },
  };
}
