import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render } from '@testing-library/react';
import type { ComponentType } from 'react';
import { createMemoryRouter } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { type Asked, fakeFetch, success, tokenFor } from './fake-fetch.ts';

export type Answers = Record<string, (asked: Asked) => Response | Promise<Response>>;

/** Some of the console's answers have their fields beside `success`. */
export const bare = (fields: object) => Response.json({ success: true, ...fields });

/** Renders a screen of the console with fake answers: `'GET /api/admin/users': () => …`. */
export function openConsole(screens: Record<string, ComponentType>, entry: string | object, answers: Answers) {
  const server = fakeFetch((asked) => {
    const path = asked.path.split('?')[0] ?? '';
    if (path === '/api/auth/token') return Response.json({ token: tokenFor('u1') });
    const answer = answers[`${asked.method} ${path}`];
    if (answer) return answer(asked);
    return path === '/api/me' ? success({ id: 'u1', email: 'ops@baton.example' }) : undefined;
  });
  const router = createMemoryRouter(
    Object.entries(screens).map(([path, Component]) => ({ path, Component })),
    { initialEntries: [entry] },
  );
  const cache = new QueryClient({ defaultOptions: { queries: { retry: false, staleTime: 30_000 } } });
  render(
    <QueryClientProvider client={cache}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
  return { server, router, cache };
}
