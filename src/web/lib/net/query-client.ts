import { QueryClient } from '@tanstack/react-query';
import { ApiError } from './api-error.ts';

/** A refusal (4xx) is final; a network failure or a 5xx is retried once. */
const isRetryable = (error: Error) => !(error instanceof ApiError) || error.status === 0 || error.status >= 500;

export const queryClient = new QueryClient({
  defaultOptions: {
    // networkMode 'always': offline, a call fails visibly instead of being paused until the network is back.
    queries: {
      staleTime: 30_000,
      networkMode: 'always',
      retry: (failures, error) => failures < 1 && isRetryable(error),
    },
    mutations: { networkMode: 'always', retry: false },
  },
});
