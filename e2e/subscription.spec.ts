import { addProject } from './support/plans.ts';
import { expect, test } from './support/test.ts';

test('a free account sees its plan, its usage and the offer', async ({ signedIn: page, person, server }) => {
  await addProject(server, person, 'The one');
  await page.goto('/projects');
  await page.getByRole('link', { name: 'Upgrade' }).click();
  await expect(page).toHaveURL('/subscription');
  const plan = page.getByRole('region', { name: 'Current Plan' });
  await expect(plan.getByRole('heading', { name: 'Free' })).toBeVisible();
  await expect(plan).toContainText('Forever Free');
  const usage = page.getByRole('region', { name: 'Usage' }).getByRole('listitem');
  await expect(usage).toHaveText([
    /PRD Uploads0 \/ 1.*Resets monthly/,
    /Task Generations0 \/ 1/,
    /Active Projects1 \/ 1/,
    /MCP Tool Rate LimitStandard/,
  ]);
  await expect(page.getByRole('meter', { name: 'MCP Tool Rate Limit' })).toHaveAttribute('aria-valuenow', '20');
  await expect(page.getByRole('meter', { name: 'Active Projects' })).toHaveAttribute('aria-valuenow', '1');
  await expect(
    page.getByText(
      'Get 5 projects, 5 PRD uploads, 10 task generations, and 5x faster MCP tools. Limited offer: $5/month (regular $10)',
    ),
  ).toBeVisible();
  await expect(page.getByText('Monthly limits reset on the 1st of each month.')).toBeVisible();
  await expect(page.getByText('Pro gets 5x higher hourly MCP limits')).toBeVisible();
  for (const name of ['View Plans', 'View Pro Benefits', 'Upgrade to Pro - $5/month']) {
    await page.goto('/subscription');
    await page.getByRole('link', { name }).click();
    await expect(page, name).toHaveURL('/pricing');
  }
});

test('a paid account sees its price and its billing, and no offer', async ({ page, addPerson, signIn }) => {
  await signIn(page, await addPerson({ tier: 'pro' }));
  await page.goto('/subscription');
  const plan = page.getByRole('region', { name: 'Current Plan' });
  await expect(plan.getByRole('heading', { name: 'Pro' })).toBeVisible();
  await expect(plan).toContainText('$5/month');
  const billing = page.getByRole('region', { name: 'Billing Details' });
  await expect(billing).toContainText('No active billing period');
  await expect(billing).toContainText('N/A');
  await expect(page.getByText('5x Higher', { exact: true })).toBeVisible();
  await expect(page.getByRole('meter', { name: 'MCP Tool Rate Limit' })).toHaveAttribute('aria-valuenow', '100');
  await expect(page.getByRole('link', { name: /Upgrade/ })).toHaveCount(0);
  await expect(page.getByText('Limited offer')).toHaveCount(0);
});

test('a plan that cannot be read is said so', async ({ signedIn: page, faults }) => {
  faults.expect('500 GET /api/subscriptions/current');
  await page.route('**/api/subscriptions/current', (route) =>
    route.fulfill({ status: 500, json: { success: false, error: 'Failed to fetch subscription' } }),
  );
  await page.goto('/subscription');
  await expect(page.getByRole('alert')).toContainText('Failed to fetch subscription');
  await page.unroute('**/api/subscriptions/current');
  await page.getByRole('button', { name: 'Try Again' }).click();
  await expect(page.getByText('Forever Free')).toBeVisible();
});
