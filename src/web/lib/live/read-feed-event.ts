import type { FeedEvent } from '#contract/events.ts';
import type { StreamEvent } from './event-stream.ts';

/**
 * The change an event of a feed carries. The server checks its events against the contract; here only what has the
 * shape of one is told from what has not, and kinds this version does not know are left to whoever reads them.
 */
export function readFeedEvent(event: StreamEvent): FeedEvent | undefined {
  try {
    const change: unknown = JSON.parse(event.data);
    return isFeedEvent(change) ? change : undefined;
  } catch {
    return undefined;
  }
}

function isFeedEvent(value: unknown): value is FeedEvent {
  return (
    typeof value === 'object' &&
    value !== null &&
    'type' in value &&
    typeof value.type === 'string' &&
    'seq' in value &&
    typeof value.seq === 'number' &&
    'data' in value &&
    typeof value.data === 'object' &&
    value.data !== null
  );
}
