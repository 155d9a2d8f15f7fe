import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';

/** Streams a library's response on, with the allowed headers, and reports its size when it has ended. */
export async function sendMeasured(
  reply: FastifyReply,
  response: Response,
  passedOn: readonly string[],
  tell: (bytes: number) => void,
): Promise<unknown> {
  reply.status(response.status);
  for (const name of passedOn) {
    const value = response.headers.get(name);
    if (value !== null) reply.header(name, value);
  }
  const isStream = response.headers.get('content-type')?.startsWith('text/event-stream') === true;
  if (!isStream || response.body === null) {
    const body = await response.text();
    tell(Buffer.byteLength(body));
    return reply.send(body === '' ? undefined : body);
  }
  reply.header('x-accel-buffering', 'no');
  return reply.send(Readable.from(counted(response.body, tell)));
}

/** The size is known when the stream has ended, whichever side ended it. */
async function* counted(body: AsyncIterable<Uint8Array>, tell: (bytes: number) => void) {
  let bytes = 0;
  try {
    for await (const chunk of body) {
      bytes += chunk.byteLength;
      yield chunk;
    }
  } finally {
    tell(bytes);
  }
}
