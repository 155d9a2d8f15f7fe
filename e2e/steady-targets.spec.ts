import type { Page } from '@playwright/test';
import { addProject } from './support/plans.ts';
import { expect, test } from './support/test.ts';

const LATE = ['/api/me/news', '/api/agents', '/api/subscriptions/current'];
const LONGER_THAN_A_SKELETON_MS = 600;
/** Each of them comes last once. */
const ORDERS = LATE.map((_, last) => LATE.toSpliced(last, 1).concat(LATE[last] ?? ''));

/** Each place, from top, at which the button could be clicked in any frame since the page was opened. */
const placesOf = (page: Page): Promise<number[]> => page.evaluate('[...globalThis.clickablePlaces]');

for (const order of ORDERS) {
  test(`nothing moves once it can be clicked: ${order.at(-1)} comes last`, async ({
    signedIn: page,
    server,
    person,
  }) => {
    await addProject(server, person, 'Steady');
    // On a first visit there are no news to lay out.
    const visited = page.waitForResponse((response) => new URL(response.url()).pathname === '/api/me/visit');
    await page.goto('/projects');
    await visited;
    const gates = new Map(LATE.map((path) => [path, Promise.withResolvers<void>()]));
    await page.route(
      (url) => gates.has(url.pathname),
      async (route) => {
        await gates.get(new URL(route.request().url()).pathname)?.promise;
        await route.fallback();
      },
    );
    // To the device everything is new.
    await page.addInitScript(() => {
      localStorage.removeItem('baton-plan-banner');
      const places = new Set<number>();
      Object.assign(globalThis, { clickablePlaces: places });
      const look = () => {
        const button = document.querySelector('[aria-label="Actions for Steady"]');
        if (button !== null) {
          const { left, top, width, height } = button.getBoundingClientRect();
          const hit = document.elementFromPoint(left + width / 2, top + height / 2);
          if (hit !== null && button.contains(hit)) places.add(top);
        }
        requestAnimationFrame(look);
      };
      requestAnimationFrame(look);
    });
    const listed = page.waitForResponse((response) => new URL(response.url()).pathname === '/api/projects');
    await page.goto('/projects');
    await listed;
    for (const path of order) {
      const answered = page.waitForResponse((response) => new URL(response.url()).pathname === path);
      gates.get(path)?.resolve();
      await answered;
      // The skeleton, once shown, stays for 300 ms: without this the next answer would come while it hides the cards.
      await page.waitForTimeout(LONGER_THAN_A_SKELETON_MS);
    }
    await expect(page.getByRole('heading', { name: 'First steps' })).toBeVisible();
    await expect(page.locator('[data-part=plan-banner] p')).toBeVisible();
    await expect(page.getByText('Nothing needs you.')).toBeVisible();
    await page.getByRole('button', { name: 'Actions for Steady' }).click();
    expect(await placesOf(page)).toHaveLength(1);
  });
}
