import type { Page } from '@playwright/test';
import { makeKey } from './support/agent.ts';
import { takeTask } from './support/agent-at-work.ts';
import { expectAccessible, expectNoSideways } from './support/expect-accessible.ts';
import { addHarbor } from './support/harbor.ts';
import { cardOf } from './support/parts.ts';
import { expect, test } from './support/test.ts';

test.use({ viewport: { width: 1440, height: 900 } });

const QUESTION = 'Whose clock counts when two servers disagree?';
const OPTIONS = [{ label: 'The database’s' }, { label: 'Each server its own' }];
const REASON = 'No test key of the payment provider. A person must create it.';

const needs = (page: Page) => page.getByRole('region', { name: 'Needs you' });
const field = (page: Page) => needs(page).getByLabel('Answer to codex');
const since = (page: Page) => page.getByRole('region', { name: 'Since you were last here' });

test('what agents do is seen on the page of all projects in two browsers, and answered there by keyboard', async ({
  signedIn: here,
  elsewhere: there,
  person,
  server,
  faults,
}) => {
  const both = [here, there];
  const harbor = await addHarbor(here, server, person);
  const apiKey = await makeKey(harbor.api);
  const take = (name: string, title: string) =>
    takeTask(server, { apiKey, projectId: harbor.id, name, task: harbor.task(title).number });
  const card = (page: Page) => cardOf(page, 'Harbor API');
  const change = (page: Page) => card(page).getByRole('img', { name: /changes in the last 14 days/ });

  await test.step('for the first time there is nothing to tell', async () => {
    for (const page of both) {
      await page.goto('/projects');
      await expect(card(page)).toContainText('3 of 11 tasks completed');
      await expect(card(page)).toContainText('Nobody holds the baton · next:');
    }
    await expect(since(here)).toHaveCount(0);
  });

  await test.step('a task is taken, worked on and finished', async () => {
    const holder = await take('claude-code', 'Burst window');
    for (const page of both) {
      await expect(card(page)).toContainText('claude-code · Burst window');
      await expect(page.getByText('1 at work')).toBeVisible();
    }
    const before = await change(here).getAttribute('aria-label');
    await harbor.note('FINDING', 'Windows overlap by a second.', 'Burst window');
    await expect(change(here)).not.toHaveAttribute('aria-label', before ?? '');
    await holder.finish({ outcome: 'done', summary: 'Built and looked at it' });
    for (const page of both) {
      await expect(card(page)).toContainText('4 of 11 tasks completed');
      await expect(card(page)).toContainText('Nobody holds the baton');
    }
    await holder.agent.close();
  });

  await test.step('a question is answered by keyboard alone, taken back and answered again', async () => {
    const asking = await take('codex', 'Clock-skew guard');
    await asking.finish({ outcome: 'ask', question: QUESTION, summary: 'skew.test.ts saw it', options: OPTIONS });
    for (const page of both) {
      await expect(needs(page)).toContainText(QUESTION);
      await expect(card(page)).toContainText('1 question');
      await expect(page).toHaveTitle('(1) Projects · Baton');
    }
    await here.keyboard.press('a');
    await expect(field(here)).toBeFocused();
    await here.keyboard.press('ControlOrMeta+Enter');
    await expect(needs(here).getByRole('alert')).toHaveText('Choose an option or write an answer.');
    await here.keyboard.type('Ask the database.');
    await here.keyboard.press('ControlOrMeta+Enter');
    await expect(needs(here)).toContainText('Answered “Ask the database.”: codex gets it with its next call.');
    await expect(needs(here).getByRole('button', { name: 'Undo' })).toBeFocused();
    await expect(needs(there)).toContainText('Ada Lovelace answered.');
    for (const page of both) await expect(page).toHaveTitle('Projects · Baton');

    await needs(here).getByRole('button', { name: 'Undo' }).click();
    await expect(field(here), 'the words are back').toHaveValue('Ask the database.');
    await expect(needs(there)).toContainText(QUESTION);
    await needs(there).getByRole('button', { name: 'Each server its own' }).click();
    await expect(needs(there).getByText('Answered.'), 'a choice is not sent').toHaveCount(0);
    await needs(there).getByRole('button', { name: 'Answer', exact: true }).click();
    await expect(needs(here), 'answered elsewhere, with what was written here').toContainText('Ada Lovelace answered.');
    await expect(needs(here)).toContainText('Ask the database.');
    await needs(here).getByRole('button', { name: 'Discard draft' }).click();
    await asking.agent.close();
  });

  await test.step('a block is lifted in one browser and gone in the other', async () => {
    const blocked = await take('codex', 'Beta with three users');
    await blocked.finish({ outcome: 'block', summary: REASON });
    for (const page of both) await expect(needs(page)).toContainText(REASON);
    await needs(there).getByRole('button', { name: 'Lift the block' }).click();
    await expect(needs(there)).toContainText('The block is lifted.');
    await expect(needs(here)).toContainText('It no longer waits for you.');
    await blocked.agent.close();
  });

  await test.step('what happened while the line was down is there afterwards', async () => {
    faults.expect('net::ERR_INTERNET_DISCONNECTED *');
    await here.context().setOffline(true);
    await harbor.claim('Open the gates', 'cursor');
    await expect(card(there)).toContainText('cursor · Open the gates');
    await expect(here.getByText(/^Not connected\./)).toBeVisible();
    await here.context().setOffline(false);
    await expect(card(here)).toContainText('cursor · Open the gates');
    await expect(here.getByText(/^Not connected\./)).toHaveCount(0);
  });
});

test('what happened since the last visit is told until it is marked as seen', async ({
  signedIn: page,
  person,
  server,
}) => {
  await server.sql(
    `insert into account_visits (user_id, here_at, seen_at, is_seen)
     values ($1, now() - interval '1 day', now() - interval '2 days', true)`,
    [person.id],
  );
  const harbor = await addHarbor(page, server, person);
  const done = await harbor.claim('Write invoices', 'codex');
  await harbor.finish('Write invoices', done.token, { outcome: 'done', summary: 'Written and looked at.' });
  const codex = await harbor.claim('Clock-skew guard', 'codex');
  const options = OPTIONS.map(({ label }) => label);
  await harbor.finish('Clock-skew guard', codex.token, { outcome: 'ask', question: QUESTION, options });
  const cursor = await harbor.claim('Beta with three users', 'cursor');
  await harbor.finish('Beta with three users', cursor.token, { outcome: 'block', summary: REASON });
  await harbor.claim('Burst window', 'claude-code');

  await page.goto('/projects');
  await expect(since(page)).toContainText('1 task done');
  await expect(since(page)).toContainText('1 question · 1 blocked task');
  await expect(since(page).getByRole('link', { name: /need you/ })).toHaveAttribute('href', '#needs');
  await expect(needs(page)).toContainText(REASON);
  await expect(page).toHaveTitle('(2) Projects · Baton');
  await expect(page.locator('link[rel=icon]')).toHaveAttribute('href', '/favicon-needs-you.svg');
  await expectAccessible(page, 'the projects page with news');
  await expectNoSideways(page, 320, 'the projects page with news');
  await page.setViewportSize({ width: 1440, height: 900 });

  await page.getByRole('button', { name: 'Morning report' }).click();
  const report = page.getByRole('dialog', { name: 'Morning report' });
  await expect(report.getByRole('heading', { name: /^Harbor API/ })).toBeVisible();
  await expect(report.getByRole('button', { name: 'Copy as Markdown' })).toBeVisible();
  await expectAccessible(page, 'the morning report', { overlay: 'dialog[open]', widths: [1440] });
  await page.keyboard.press('Escape');

  await test.step('the same of one project is on its overview', async () => {
    await page.goto(harbor.at);
    await expect(since(page)).toContainText('1 task done');
    await page.goBack();
    await expect(since(page)).toBeVisible();
  });

  await page.keyboard.press('j');
  await expect(needs(page).getByRole('link', { name: 'T10 Clock-skew guard' })).toBeFocused();
  await page.keyboard.press('j');
  await page.keyboard.press('j');
  await expect(cardOf(page, 'Harbor API').getByRole('link', { name: 'Harbor API', exact: true })).toBeFocused();
  await page.keyboard.press('s');
  await expect(since(page)).toHaveCount(0);
  await expect(page.locator('[data-part=since-line]')).toContainText('claude-code is on Burst window');
  await page.reload();
  await expect(page.locator('[data-part=since-line]'), 'it stays folded').toBeVisible();
  await expectAccessible(page, 'the projects page with its news seen');
});
