import type { FeedEvent } from '#contract/events.ts';

/** Escaped are the two separators that JSON may hold as they are, but at which some readers end a line. */
const writeLine = (event: FeedEvent): string =>
  JSON.stringify(event)
    .replaceAll('\u2028', String.raw`\u2028`)
    .replaceAll('\u2029', String.raw`\u2029`);

/** One event as Server-Sent Events say it. */
export const encodeEvent = (event: FeedEvent): Buffer =>
  Buffer.from(`id: ${event.seq}\nevent: change\ndata: ${writeLine(event)}\n\n`);

/** One buffer for several, so that a follower writes to its connection once. */
export function joinBuffers(buffers: readonly Buffer[]): Buffer {
  const [first] = buffers;
  return buffers.length === 1 && first !== undefined ? first : Buffer.concat(buffers);
}
