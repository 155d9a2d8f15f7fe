import { QueryClient } from '@tanstack/react-query';
import { ApiError } from './api-error.ts';

/** An answer that says no will say no again; silence and a troubled server deserve one more try. */
const worthAnotherTry = (error: Error) => !(error instanceof ApiError) || error.status === 0 || error.status >= 500;

export const queryClient = new QueryClient({
  defaultOptions: {
    // Without a network a call fails and says so, instead of waiting for one in silence.
    queries: {
      staleTime: 30_000,
      networkMode: 'always',
      retry: (failures, error) => failures < 1 && worthAnotherTry(error),
    },
    mutations: { networkMode: 'always', retry: false },
  },
});
