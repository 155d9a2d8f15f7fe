import { EVERYBODY, isSessionLive } from '#server/auth/index.ts';
import type { Context } from '#server/platform/context.ts';

/** An answer that goes on ends when whoever asked is shut out: the key was changed, the app disconnected, the account suspended. */
export function endWithCaller(ctx: Context, response: Response): Response {
  const { actor, bus, log } = ctx;
  const { body, status, headers } = response;
  if (body === null || actor.kind !== 'agent' || headers.get('content-type')?.startsWith('text/event-stream') !== true)
    return response;
  const reader: ReadableStreamDefaultReader<Uint8Array> = body.getReader();
  let forget = () => undefined as void;
  const end = async () => {
    forget();
    await reader.cancel();
  };
  const stream = new ReadableStream<Uint8Array>({
    start(controller) {
      forget = bus.on('principal', (subject) => {
        if (subject !== actor.userId && subject !== EVERYBODY) return;
        isSessionLive(ctx).then(
          async (isLive) => {
            if (isLive) return;
            controller.close();
            await end();
          },
          (error: unknown) => log.warn({ reason: String(error) }, 'it was not found out whether a stream may go on'),
        );
      });
    },
    async pull(controller) {
      const { done, value } = await reader.read();
      if (!done) return controller.enqueue(value);
      forget();
      // Whoever was shut out meanwhile has ended it already.
      if (controller.desiredSize !== null && controller.desiredSize > 0) controller.close();
    },
    cancel: end,
  });
  return new Response(stream, { status, headers });
}
