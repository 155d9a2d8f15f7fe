import type { Page } from '@playwright/test';
import { expectAccessible, expectNoSideways, resize } from './support/expect-accessible.ts';
import { type Harbor, addHarbor } from './support/harbor.ts';
import { showAnew } from './support/kept-pages.ts';
import { panelButton } from './support/phone-panels.ts';
import { type TestRun, startRun } from './support/run.ts';
import { expect, test } from './support/test.ts';

test.use({ viewport: { width: 1440, height: 900 } });

const relay = (page: Page) => page.getByRole('region', { name: 'Relay', exact: true });
async function openMenu(page: Page): Promise<void> {
  await relay(page).getByRole('button', { name: 'Actions for claude-code-1' }).click();
  await expect(page.getByRole('menu')).toBeVisible();
}

const OPEN = [
  { name: 'the relay', open: () => Promise.resolve(), overlay: undefined },
  {
    name: 'the output of an agent',
    open: async (page: Page) => {
      await relay(page).getByRole('article').first().focus();
      await page.keyboard.press('o');
      await expect(page.getByRole('dialog')).toContainText('limiter/bucket.sql');
    },
    overlay: 'dialog[open]',
  },
  {
    name: 'the menu of a lane, and the list of those who hold a baton',
    open: async (page: Page) => {
      // A pill each where there is room: there is no list then.
      const pill = page.getByRole('button', { name: /agents at work, of 3$/ });
      if (!(await pill.isVisible())) return openMenu(page);
      await pill.click();
      await expect(page.getByRole('menu').getByText('1 baton is free')).toBeVisible();
      return expect(page.getByRole('menuitem', { name: 'Finish current tasks, then stop' })).toBeVisible();
    },
    overlay: '[role=menu]',
  },
  {
    name: 'the question before a run is stopped',
    open: async (page: Page) => {
      await relay(page).getByRole('button', { name: 'More for this run' }).click();
      await page.getByRole('menuitem', { name: 'Stop now…' }).click();
      await expect(page.getByRole('dialog', { name: 'Stop this run now?' })).toBeVisible();
    },
    overlay: 'dialog[open]',
  },
] as const;

/** An agent at work, one that verifies, one that asked and is free, and results of each colour. */
async function work(harbor: Harbor): Promise<{ run: TestRun; beat: () => Promise<unknown> }> {
  const { api, id } = harbor;
  await api.send('PUT', `/api/projects/${id}`, { baton_slots: 3 });
  const run = await startRun(api, id, { is_demo: true, parallel: 3 });
  const [first, second, asker] = [
    await run.claim('claude-code-1'),
    await run.claim('codex-1'),
    await run.claim('gemini-1'),
  ];
  await run.retry(first, 'npm test failed: 2 of 143');
  await api.send('POST', `/api/projects/${id}/tools/task_finish`, {
    id: asker.claimed.task.id,
    baton: asker.claimed.token,
    outcome: 'ask',
    question: 'Whose clock counts?',
    summary: 'skew.test.ts:41 saw 1.2 s between them',
  });
  const none = { state: 'free', task_id: null, number: null, title: null, task_since: null, fence: null } as const;
  const beat = () =>
    run.beat(
      { held: first, text: 'Edit   limiter/bucket.sql  +41\nok  test/bucket.test.ts', fields: { try: 2 } },
      { held: second, text: '$ npm test', fields: { state: 'verifying', note: 'npm test' } },
      { held: asker, fields: { ...none, branch: null, note: 'nothing ready: T15 waits for T14' } },
    );
  return { run, beat };
}

test('the relay is accessible in both themes and on both widths, at work and after', async ({
  signedIn: page,
  person,
  server,
}) => {
  const harbor = await addHarbor(page, server, person);
  const address = `${harbor.at}?view=relay`;
  await showAnew(page, address);
  await expect(relay(page)).toContainText('No run yet');
  await expectAccessible(page, 'the relay before the first run', { widths: [1440] });
  const { run, beat } = await work(harbor);
  for (const width of [1440, 390] as const) {
    for (const { name, open, overlay } of OPEN) {
      await resize(page, width);
      await beat();
      await showAnew(page, address);
      await expect(relay(page).getByRole('button', { name: /^Answer: T\d+$/ })).toBeVisible();
      await open(page);
      await expectAccessible(page, name, { widths: [width], overlay });
      if (width === 390) await expectNoSideways(page, 320, name);
    }
  }
  await run.end();
  await showAnew(page, address);
  await expect(page.locator('[data-part=run-summary]')).toBeVisible();
  await expectAccessible(page, 'the relay after its run', { widths: [390] });
  await panelButton(page, 'Relay').click();
});
