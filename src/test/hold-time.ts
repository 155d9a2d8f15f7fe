import { vi } from 'vitest';

/** Freezes the monotonic clock, so that caches with a TTL of a second stay valid on a slow machine. */
export const holdTime = (): void => void vi.spyOn(performance, 'now').mockReturnValue(performance.now());
