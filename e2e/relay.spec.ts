import type { Page } from '@playwright/test';
import { addHarbor } from './support/harbor.ts';
import { panelButton } from './support/phone-panels.ts';
import { startRun } from './support/run.ts';
import { openTasks, rowOf, taskPanel } from './support/tasks-screen.ts';
import { expect, test } from './support/test.ts';

test.use({ viewport: { width: 1440, height: 900 } });

const relay = (page: Page) => page.getByRole('region', { name: 'Relay', exact: true });
const tab = (page: Page, name: RegExp) => page.getByRole('tab', { name });
const lane = (page: Page, worker: string) => relay(page).getByRole('article', { name: new RegExp(`^${worker}`) });
const results = (page: Page) => relay(page).getByRole('region', { name: 'Finished in this run' });

test('a run is watched from its first task to its end, and obeys the page', async ({
  signedIn: page,
  person,
  server,
}) => {
  const harbor = await addHarbor(page, server, person);
  await harbor.api.send('PUT', `/api/projects/${harbor.id}`, { baton_slots: 3 });
  await openTasks(page, harbor.id);
  await expect(page.getByText(/baton-cli\.tgz run$/)).toBeVisible();

  const run = await startRun(harbor.api, harbor.id, { is_demo: true });
  const first = await run.claim('claude-code-1');
  const second = await run.claim('codex-1');
  await run.beat({ held: first, text: 'Read limiter/bucket.sql' }, { held: second });
  await expect(tab(page, /^Relay\s?2$/)).toHaveAttribute('aria-selected', 'false');
  await expect(page.getByRole('region', { name: 'Overview' }), 'it never switches by itself').toBeVisible();

  await test.step('lanes follow what agents do', async () => {
    await page.keyboard.press('r');
    await expect(page).toHaveURL(/[?&]view=relay/);
    await expect(lane(page, 'claude-code-1')).toBeFocused();
    await expect(relay(page)).toContainText('Demonstration: a script, no model');
    await expect(relay(page).getByRole('article')).toHaveCount(2);
    await expect(lane(page, 'claude-code-1').getByRole('log')).toHaveText('Read limiter/bucket.sql');
    await run.beat({
      held: first,
      text: 'ok  test/bucket.test.ts',
      fields: { state: 'verifying', note: 'npm test', since: new Date().toISOString() },
    });
    await expect(lane(page, 'claude-code-1').getByRole('log')).toContainText('ok  test/bucket.test.ts');
    await expect(lane(page, 'claude-code-1').getByText(/^Verifying/)).toHaveAttribute('aria-current', 'step');
    await expect(rowOf(page, first.claimed.task.title)).toContainText('claude-code-1');
  });

  await test.step('what came out is listed, and the lane takes its next task in place', async () => {
    await run.retry(first, 'npm test failed');
    await expect(results(page).getByRole('listitem')).toContainText('npm test failed, tried again 1/3');
    await run.deliver(first, 'Laid the keel.');
    await run.finish(first, 'done', {
      merged_into: 'main',
      branch: 'baton/T1',
      diff: { files: 2, insertions: 124, deletions: 18 },
      verification: { command: 'npm test', exit_code: 0, seconds: 3 },
      cost_usd: 0.25,
      tokens: 1200,
    });
    const done = results(page).getByRole('listitem').first();
    await expect(done).toContainText(/done · verified · merged into main · \+124 −18 · claude-code-1/);
    await expect(rowOf(page, first.claimed.task.title)).toContainText('DONE');
    await done.getByRole('button').click();
    await expect(taskPanel(page).getByRole('region', { name: 'What the relay did' })).toContainText('1,200 tokens');
    await page.keyboard.press('r');
    const third = await run.claim('claude-code-1');
    await run.beat({ held: third }, { held: second });
    await expect(relay(page).getByRole('article').first()).toHaveAccessibleName(
      `claude-code-1, T${third.claimed.task.number} ${third.claimed.task.title}`,
    );
  });

  await test.step('it pauses, and gives up what is taken away', async () => {
    await page.keyboard.press('p');
    await expect(relay(page).locator('[data-part=run-state]')).toContainText(
      '2 agents finish their task, no new one starts',
    );
    expect(await run.beat({ held: second })).toMatchObject({ is_paused: true, stop: null });
    await lane(page, 'codex-1').getByRole('button', { name: 'Actions for codex-1' }).click();
    await page.getByRole('menuitem', { name: 'Take the baton away…' }).click();
    await page.getByLabel('Reason').fill('It is mine');
    await page.getByRole('button', { name: 'Take away' }).click();
    await expect(results(page).getByRole('listitem').first()).toContainText('taken away');
    expect((await run.beat({ held: second })).lost).toMatchObject([{ number: second.claimed.task.number }]);
    await relay(page).getByRole('button', { name: 'Finish current tasks, then stop' }).click();
    await expect(relay(page).getByRole('button', { name: /^Stopping after/ })).toBeDisabled();
    expect(await run.beat({ held: second })).toMatchObject({ stop: 'finish' });
  });

  await run.end();
  await expect(relay(page).locator('[data-part=run-summary]')).toContainText('1 done, 2 given back');
  await expect(relay(page).getByRole('article')).toHaveCount(0);
});

test('on a phone a page opened during a run starts on it, with three lines of each agent', async ({
  signedIn: page,
  person,
  server,
}) => {
  const harbor = await addHarbor(page, server, person);
  const run = await startRun(harbor.api, harbor.id, { parallel: 1 });
  const held = await run.claim('claude-code-1');
  await run.beat({ held, text: 'one\ntwo\nthree\nfour' });
  await page.setViewportSize({ width: 390, height: 844 });
  await openTasks(page, harbor.id);
  await panelButton(page, 'Relay').click();
  const log = lane(page, 'claude-code-1').getByRole('log');
  await expect(log.getByText('four')).toBeVisible();
  await expect(log.getByText('one')).toBeHidden();

  await page.setViewportSize({ width: 1440, height: 900 });
  await lane(page, 'claude-code-1').focus();
  await page.keyboard.press('o');
  await expect(page.getByRole('dialog', { name: 'Output of claude-code-1' })).toContainText(/one\s+two\s+three\s+four/);
  await page.keyboard.press('Escape');
  await expect(lane(page, 'claude-code-1')).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(taskPanel(page)).toContainText(held.claimed.task.title);
});
