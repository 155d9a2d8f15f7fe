import { EVERYBODY, isSessionLive } from '#server/auth/index.ts';
import type { Context } from '#server/platform/context.ts';
import { setTimeout } from '#server/platform/guard.ts';

/** Ends a streaming response when its caller's access ends: key changed or expired, app disconnected, account suspended. */
export function endWithCaller(ctx: Context, response: Response): Response {
  const { actor } = ctx;
  const { body, status, headers } = response;
  if (body === null || actor.kind !== 'agent' || headers.get('content-type')?.startsWith('text/event-stream') !== true)
    return response;
  const reader: ReadableStreamDefaultReader<Uint8Array> = body.getReader();
  let forget = () => undefined as void;
  let isOver = false;
  const finish = () => {
    isOver = true;
    forget();
  };
  const stream = new ReadableStream<Uint8Array>({
    start(controller) {
      const look = async () => {
        const mayGoOn = await isLive(ctx);
        // A change can be notified twice, and the stream may have ended while access was checked.
        if (mayGoOn || isOver) return;
        finish();
        controller.close();
        // The source may reject when cancelled; nobody reads it any more.
        await reader.cancel().catch(() => undefined);
      };
      const leaving = [onChangeOf(ctx, actor.userId, () => void look()), onExpiryOf(ctx, actor, () => void look())];
      forget = () => {
        for (const leave of leaving) leave();
      };
      // Access may have been revoked between authentication and subscribing, so it is checked again before anything is
      // sent.
      return look();
    },
    async pull(controller) {
      const { done, value } = await reader.read().catch((error: unknown) => {
        finish();
        throw error;
      });
      if (isOver) return;
      if (!done) return controller.enqueue(value);
      finish();
      controller.close();
    },
    async cancel() {
      finish();
      await reader.cancel();
    },
  });
  return new Response(stream, { status, headers });
}

/** Fails closed: if it cannot be checked, the stream ends. */
async function isLive(ctx: Context): Promise<boolean> {
  try {
    return await isSessionLive(ctx);
  } catch (error) {
    ctx.log.warn({ reason: String(error) }, 'a stream ended: it was not found out whether it may go on');
    return false;
  }
}

/** Calls back when an account may have changed, and when notifications may have been missed. */
function onChangeOf({ bus }: Context, userId: string, tell: () => void): () => void {
  const offs = [
    bus.on('principal', (subject) => (subject === userId || subject === EVERYBODY) && tell()),
    bus.onGap(tell),
  ];
  return () => {
    for (const off of offs) off();
  };
}

/** The longest a timer can wait. */
const TIMER_MAX_MS = 2 ** 31 - 1;

/** Calls back when the key of the caller has expired, which nobody notifies of. */
function onExpiryOf({ now }: Context, { key }: Extract<Context['actor'], { kind: 'agent' }>, tell: () => void) {
  const expiresAt = key?.expiresAt?.getTime();
  if (expiresAt === undefined) return () => undefined;
  let timer: NodeJS.Timeout;
  const wait = () => {
    const left = expiresAt - now().getTime();
    if (left <= 0) return tell();
    timer = setTimeout(wait, Math.min(left, TIMER_MAX_MS)).unref();
  };
  wait();
  return () => clearTimeout(timer);
}
