import { type Page, expect } from '@playwright/test';
import type { Instance } from './instance.ts';

/** The API with the person's access token. */
export interface PersonApi {
  send<T>(method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE', path: string, body?: unknown): Promise<T>;
}

/** The browser must be signed in. */
export async function apiOf(page: Page, { url }: Instance): Promise<PersonApi> {
  const answer = await page.request.get(`${url}/api/auth/token`);
  const { token } = (await answer.json()) as { token: string };
  return {
    send: async <T>(method: string, path: string, body?: unknown): Promise<T> => {
      const response = await fetch(`${url}${path}`, {
        method,
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      });
      const text = await response.text();
      expect(response.ok, `${method} ${path}: ${response.status} ${text}`).toBe(true);
      return (JSON.parse(text) as { data: T }).data;
    },
  };
}
