import { vi } from 'vitest';

/** What servers keep in memory for a second stays kept until the test ends, however slow the machine is today. */
export const holdTime = (): void => void vi.spyOn(performance, 'now').mockReturnValue(performance.now());
