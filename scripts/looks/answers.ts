import type { Page } from '@playwright/test';

type Where = string | RegExp;

/** What it asks there never comes: the page stays in its loading state. */
export const hold = (page: Page, where: Where): Promise<unknown> =>
  page.route(where, () => new Promise<void>(() => undefined));

/** Reads from there fail with this status. */
export const refuse = (page: Page, where: Where, status = 500, error = 'The harbor is closed.'): Promise<unknown> =>
  page.route(where, (route) =>
    route.request().method() === 'GET' ? route.fulfill({ status, json: { success: false, error } }) : route.fallback(),
  );

/** Every request there gets these data, whatever its method; nothing reaches the server. */
export const answer = (page: Page, where: Where, data: unknown): Promise<unknown> =>
  page.route(where, (route) => route.fulfill({ json: { success: true, data } }));

/** What the server says there, with these changes. */
export const change = (page: Page, where: Where, changes: object): Promise<unknown> =>
  page.route(where, async (route) => {
    const response = await route.fetch().catch(() => undefined);
    // The page was closed meanwhile.
    if (response === undefined) return;
    const body = (await response.json()) as { data: object };
    await route.fulfill({ response, json: { ...body, data: { ...body.data, ...changes } } });
  });
