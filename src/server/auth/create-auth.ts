import type { Context, Services } from '#server/platform/context.ts';
import { type Authenticate, createAuthenticate } from './authenticate.ts';
import { createBackground } from './background.ts';
import { type Engine, createEngine } from './engine.ts';
import { handleAuthRequest } from './handle-auth-request.ts';
import { userActivityOf } from './user-activity.ts';

export interface Auth {
  engine: Engine;
  authenticate: Authenticate;
  /** Handles a request below /api/auth. */
  handle(ctx: Context, request: Request): Promise<Response>;
  /** Graceful shutdown: waits for mails under way and flushes the last-active times. */
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
