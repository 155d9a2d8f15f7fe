import { accountSubject } from '#server/auth/rules.ts';
import { newId } from '#server/platform/id.ts';
import { expectAccessible } from './support/expect-accessible.ts';
import { tabTo } from './support/keys.ts';
import { cardOf } from './support/parts.ts';
import { treeOf } from './support/tasks-screen.ts';
import { expect, test } from './support/test.ts';

test.use({ viewport: { width: 1440, height: 900 }, reducedMotion: 'reduce' });

test('from the sign-up to an answered question of the example, by keyboard alone', async ({
  context,
  page: form,
  server,
  faults,
}) => {
  faults.expect('401 GET /api/auth/token');
  const email = `first-${newId()}@example.com`;

  await test.step('a sign-up says where the mail went, and sends it again after a minute', async () => {
    await form.clock.install();
    await form.goto('/signup');
    await tabTo(form, form.getByLabel('Email'));
    await form.keyboard.type(email);
    await tabTo(form, form.getByLabel('Password', { exact: true }));
    await form.keyboard.type('correct horse battery');
    await tabTo(form, form.getByRole('checkbox'));
    await form.keyboard.press('Space');
    await tabTo(form, form.getByRole('button', { name: 'Create Account' }));
    await form.keyboard.press('Enter');
    await expect(form.getByRole('heading', { level: 1 })).toHaveText('Check your mail');
    await expect(form.getByText(email)).toBeVisible();
    const wait = form.getByRole('button', { name: /^Send it again in \d+ s$/ });
    await expect(wait).toBeDisabled();
    await expectAccessible(form, 'the page that asks to check the mail');
    await server.latestLink(email, /Confirm/);

    // A minute passes: on the page by its clock, on the server by its row.
    await server.sql('delete from rate_limits where subject = $1', [`mail:verification:${accountSubject(email)}`]);
    await form.clock.fastForward(61_000);
    await tabTo(form, form.getByRole('button', { name: 'Send it again', exact: true }));
    await form.keyboard.press('Enter');
    await expect(form.getByText('Sent again. Only the newest mail needs to be opened.')).toBeVisible();
    const sent = () => server.sql('select from outbox_mails where recipient = $1', [email]);
    await expect.poll(async () => (await sent()).length).toBe(2);
  });

  // The link in a second tab of the same browser, as from a mail program.
  const page = await context.newPage();
  const steps = page.getByRole('region', { name: /Welcome to Baton!|First steps/ }).getByRole('listitem');

  await test.step('the link signs in, to one welcome with three steps', async () => {
    await page.goto(await server.latestLink(email, /Confirm/));
    await expect(page).toHaveURL('/projects');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Welcome to Baton!');
    await expect(page.getByText(`Hello, ${email}.`)).toBeVisible();
    await expect(steps).toHaveText([
      /Create a project.*step 1 of 3/s,
      /after step 1/,
      /Connect an agent.*after step 2/s,
    ]);
    await expect(steps.first()).toHaveAttribute('aria-current', 'step');
    await expectAccessible(page, 'the first steps');
    await page.setViewportSize({ width: 1440, height: 900 });
  });

  await test.step('one key loads the example: its requirements are covered, and something waits', async () => {
    await tabTo(page, page.getByRole('button', { name: 'Load the example project' }));
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/\/projects\/[0-9a-f-]{36}\/tasks$/);
    await expect(treeOf(page).getByRole('treeitem').first()).toBeVisible();
    await expect(page.getByRole('region', { name: 'PRD coverage' })).toContainText('25 of 25');
    await expect(page.getByRole('button', { name: 'Needs you 2' }).first()).toBeVisible();
  });

  await test.step('several days happened in it, with handovers and finished work', async () => {
    await page.keyboard.press('g');
    await page.keyboard.press('w');
    await expect(page).toHaveURL(/\/timeline$/);
    await expect(page.getByText(/^The baton went from/).first()).toBeVisible();
    const days = page.getByRole('button', {
      name: /^(Today|Yesterday|Monday|Tuesday|Wednesday|Thursday|Friday|Saturday|Sunday)/,
    });
    await expect.poll(() => days.count()).toBeGreaterThanOrEqual(4);
    await expect(page.getByRole('button', { name: /^Done 1\d$/ })).toBeVisible();
  });

  await test.step('back on the projects its question is answered in place, and step 1 still waits', async () => {
    await page.keyboard.press('g');
    await page.keyboard.press('p');
    const card = cardOf(page, 'Harbor API');
    await expect(card).toContainText('Example');
    // The minute that passed above passed in every page of this browser.
    await expect(card).toContainText(/Last accessed (Just now|\dm ago)/);
    await expect(card).toContainText('Nobody holds the baton · next:');
    await expect(steps.first()).toContainText('step 1 of 3');
    const needs = page.getByRole('region', { name: 'Needs you' });
    await page.keyboard.press('a');
    await expect(needs.getByLabel('Answer to codex-cli')).toBeFocused();
    await page.keyboard.type('By mail, once per period.');
    await page.keyboard.press('ControlOrMeta+Enter');
    await expect(needs).toContainText(
      'Answered “By mail: By mail, once per period.”: codex-cli gets it with its next call.',
    );
    await expect(page).toHaveTitle('(1) Projects · Baton');
  });

  await test.step('a name makes the first project, and the next step has the focus', async () => {
    await tabTo(page, page.getByLabel('Project name'));
    await page.keyboard.type('Sift');
    await page.keyboard.press('Enter');
    await expect(steps).toHaveText([/Sift.*done/s, /Give it a PRD.*step 2 of 3/s, /after step 2/]);
    await expect(cardOf(page, 'Sift')).toBeVisible();
    await tabTo(page, page.getByRole('button', { name: 'Choose File' }));
  });
});
