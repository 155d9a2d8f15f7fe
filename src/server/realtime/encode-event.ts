import type { FeedEvent } from '#contract/events.ts';
import type { Presence } from '#contract/people.ts';
import type { ProjectSummary } from '#contract/project.ts';
import type { RelayLine } from '#contract/relay.ts';

/** Escapes U+2028 and U+2029, which JSON allows but some readers treat as line ends. */
export const writeLine = (value: FeedEvent | ProjectSummary | RelayLine): string =>
  JSON.stringify(value)
    .replaceAll('\u2028', String.raw`\u2028`)
    .replaceAll('\u2029', String.raw`\u2029`);

/** Formats one Server-Sent Event. */
export const encodeEvent = (event: FeedEvent): Buffer =>
  Buffer.from(`id: ${event.seq}\nevent: change\ndata: ${writeLine(event)}\n\n`);

/** What an agent of a run is doing: state, not an event, so it has no number. */
export const encodeRelay = (line: RelayLine): Buffer => Buffer.from(`event: relay\ndata: ${writeLine(line)}\n\n`);

/** Who looks at a project: state, too. */
export const encodePresence = (presence: Presence): Buffer =>
  Buffer.from(`event: presence\ndata: ${JSON.stringify(presence)}\n\n`);

/** One buffer for several events, so that a follower writes to its socket once. */
export function joinBuffers(buffers: readonly Buffer[]): Buffer {
  const [first] = buffers;
  return buffers.length === 1 && first !== undefined ? first : Buffer.concat(buffers);
}
