import { EVERYBODY, isSessionLive } from '#server/auth/index.ts';
import type { Context } from '#server/platform/context.ts';

/** An answer that goes on ends when whoever asked is shut out: the key was changed, the app disconnected, the account suspended. */
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
        // One change is told more than once, and the stream may have ended by itself while this was asked.
        if (mayGoOn || isOver) return;
        finish();
        controller.close();
        // What it read from may fail as it likes: nobody reads it any more.
        await reader.cancel().catch(() => undefined);
      };
      forget = onChangeOf(ctx, actor.userId, () => void look());
      // Of whoever was shut out between the door and here it was told before anybody listened; nothing is said before that is known.
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

/** Not to know is no reason to go on. */
async function isLive(ctx: Context): Promise<boolean> {
  try {
    return await isSessionLive(ctx);
  } catch (error) {
    ctx.log.warn({ reason: String(error) }, 'a stream ended: it was not found out whether it may go on');
    return false;
  }
}

/** Calls back when something about an account may have changed, also when messages of it may have been missed. */
function onChangeOf({ bus }: Context, userId: string, tell: () => void): () => void {
  const offs = [
    bus.on('principal', (subject) => (subject === userId || subject === EVERYBODY) && tell()),
    bus.onGap(tell),
  ];
  return () => {
    for (const off of offs) off();
  };
}
