import type { Page } from '@playwright/test';
import { cardOf, createProject, toastOf } from './support/parts.ts';
import { addProject } from './support/plans.ts';
import { HARBOR_PRD, generateButton, updateButton, writeSpecification } from './support/prd.ts';
import { test } from './support/clock-test.ts';
import { signInByForm } from './support/people.ts';
import { expect, test as onSharedServer } from './support/test.ts';

const DAY_MS = 86_400_000;

/** Generates a plan, and tries another: Free has one a month. */
async function spendGenerations(page: Page, id: string): Promise<void> {
  await page.goto(`/projects/${id}/prd`);
  await writeSpecification(page, HARBOR_PRD);
  await generateButton(page).click();
  await expect(page, 'goes there by itself').toHaveURL(`/projects/${id}/tasks`);
  await page.goto(`/projects/${id}/prd`);
  await page.getByRole('tab', { name: 'Edit' }).click();
  await writeSpecification(page, `${HARBOR_PRD}\n## More\n\n- The limits must be told.\n`);
  await updateButton(page).click();
  await page.getByRole('button', { name: 'Merge into plan' }).click();
  await expect(toastOf(page, 'Usage Limit Exceeded')).toContainText(
    'Daily: 1/1, Monthly: 1/1. Please try again later or contact support to increase your limits.',
  );
}

onSharedServer(
  'a second generation in a free month is refused, and so is a second project',
  async ({ signedIn: page, person, server, faults }) => {
    faults.expect('429 POST /api/ai-engine/*', '429 POST /api/projects');
    const id = await addProject(server, person, 'Harbor API');
    await spendGenerations(page, id);
    await expect(page.getByText('Resets monthly. Upgrade, or wait until the 1st.')).toBeVisible();
    await page.goto('/projects?new=1');
    await createProject(page, 'One too many');
    await expect(toastOf(page, 'Usage Limit Exceeded')).toContainText("You've reached your usage limit.");
  },
);

test('somebody reaches a limit, upgrades in the sandbox, cancels, and falls back when the time has come', async ({
  signedIn: page,
  elsewhere: tab,
  person,
  server,
  clock,
  faults,
}) => {
  faults.expect('429 *', '401 *');
  const id = await addProject(server, person, 'Harbor API');

  await test.step('one generation is free, the second is refused in the specified words', async () => {
    await spendGenerations(page, id);
    await expect(page.locator('[data-part=plan-banner]')).toContainText('this month. Resets on');
  });

  const streaming = tab.waitForResponse('**/api/me/events');
  await tab.goto('/subscription');
  await streaming;
  await expect(tab.getByText('Forever Free')).toBeVisible();

  await test.step('the sandbox takes the subscription, and the limits rise at once', async () => {
    await page.getByRole('banner').getByRole('link', { name: 'Upgrade' }).click();
    await page.getByRole('link', { name: 'Upgrade to Pro - $5/month' }).click();
    await page.getByRole('link', { name: 'Upgrade to Pro', exact: true }).click();
    await page.getByRole('button', { name: 'Continue to the sandbox checkout' }).click();
    await expect(page).toHaveURL(/\/sandbox\/checkout\//);
    await page.getByRole('button', { name: 'Approve and subscribe' }).click();
    await expect(page.getByRole('heading', { name: 'Subscription Successful!' })).toBeVisible();
    await page.getByRole('link', { name: 'View Subscription' }).click();
    await expect(page.getByRole('region', { name: 'Usage' })).toContainText('Task Generations1 / 10');
    await expect(tab.getByRole('region', { name: 'Usage' }), 'in the other tab as well').toContainText('1 / 10');
    await expect(tab.getByRole('banner').getByRole('link', { name: 'Upgrade' })).toHaveCount(0);
  });

  await test.step('there is room for a second project', async () => {
    await page.goto('/projects?new=1');
    await createProject(page, 'Lighthouse');
    await expect(page).toHaveURL(/\/prd$/);
  });

  await test.step('cancelled, Pro lasts to the end of the period', async () => {
    await page.goto('/subscription');
    await page.getByRole('button', { name: 'Manage in the sandbox' }).click();
    await expect(page).toHaveURL(/\/sandbox\/portal\//);
    await page.getByRole('button', { name: 'Cancel subscription' }).click();
    await page.getByRole('button', { name: 'Yes, cancel it' }).click();
    await expect(page.getByRole('button', { name: 'Cancel subscription' })).toHaveCount(0);
    await page.goto('/subscription');
    await expect(page.getByRole('region', { name: 'Billing Details' })).toContainText(
      /Pro until \w+ \d+, \d+, then Free\./,
    );
    await expect(tab.getByRole('region', { name: 'Billing Details' })).toContainText('Pro until');
  });

  await test.step('at its end the account is free again, and the extra project can only be read', async () => {
    await clock.setClock(35 * DAY_MS);
    // The session has expired by then.
    await page.goto('/subscription');
    await expect(page).toHaveURL(/\/login/);
    await signInByForm(page, person);
    await expect(page).toHaveURL('/subscription');
    await expect(page.getByText('Forever Free')).toBeVisible();
    await expect(page.getByText('Your last subscription ended on')).toBeVisible();
    await page.goto('/projects');
    await expect(page.locator('[data-part=plan-banner]')).toContainText(
      'Your plan allows 1 active project and you have 2. One is read-only.',
    );
    await expect(page.getByText('read-only', { exact: true })).toHaveCount(1);
  });

  await test.step('the person chooses, and the rest is archived', async () => {
    await page.getByRole('link', { name: 'Choose projects' }).click();
    const dialog = page.getByRole('dialog', { name: 'Choose projects' });
    await dialog.getByRole('radio', { name: /Harbor API/ }).check();
    await dialog.getByRole('button', { name: 'Keep and archive the others' }).click();
    await expect(dialog).toHaveCount(0);
    await expect(cardOf(page, 'Lighthouse')).toContainText('archived');
    await expect(cardOf(page, 'Harbor API')).toContainText('active');
    await expect(page.locator('[data-part=plan-banner]').getByText('read-only')).toHaveCount(0);
  });
});

test('a server’s clock is moved by the journey', async ({ signedIn: page, clock, server, person }) => {
  // A grant with an end: it is over by the server's clock, even before the periodic job has recorded it.
  await server.sql(
    `insert into user_subscriptions (user_id, tier_id, granted, access_until) values ($1, 'pro', true, now() + interval '1 hour')`,
    [person.id],
  );
  await page.goto('/subscription');
  await expect(page.getByRole('region', { name: 'Current Plan' })).toContainText('$5/month');
  await clock.setClock(2 * 3_600_000);
  await page.reload();
  await expect(page.getByRole('region', { name: 'Current Plan' })).toContainText('Forever Free');
});
