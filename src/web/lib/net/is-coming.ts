import type { UseQueryResult } from '@tanstack/react-query';

/**
 * The first answer is under way and may be laid out above what is shown already. What can be clicked waits for it, because
 * a click is lost when its target moves between press and release. Not for a call that has failed once.
 */
export const isComing = ({ isLoading, failureCount }: Pick<UseQueryResult, 'isLoading' | 'failureCount'>): boolean =>
  isLoading && failureCount === 0;
