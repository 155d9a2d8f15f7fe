import type { FeedEvent } from '#contract/events.ts';
import type { StreamEvent } from './event-stream.ts';

/**
 * Parses an event of a feed. The server validates its events against the contract, so only the shape is checked here; types
 * that this version does not know are passed on and ignored by their readers.
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
