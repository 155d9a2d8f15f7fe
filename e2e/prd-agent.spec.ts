import { connectAgent, makeKey } from './support/agent.ts';
import { cardOf, toastOf } from './support/parts.ts';
import { apiOf } from './support/person-api.ts';
import { addProject } from './support/plans.ts';
import { TIDE_PRD, chooseFile, countPlan, planPanel, roleAt } from './support/prd.ts';
import { expect, test } from './support/test.ts';

const LINE = 'Read Tide’s PRD in Baton and draft the plan.';

test.use({ permissions: ['clipboard-read', 'clipboard-write'] });

test('the PRD is stored, the agent is told one line, and its plan appears by itself', async ({
  page,
  addPerson,
  server,
  signIn,
}) => {
  const person = await addPerson({ tier: 'pro' });
  await signIn(page, person);
  const id = await addProject(server, person, 'Tide');
  const api = await apiOf(page, server);
  const apiKey = await makeKey(api);
  await page.goto(`/projects/${id}/prd`);
  await chooseFile(page, 'tide.md', TIDE_PRD);
  await expect(roleAt(page, 13)).toBeVisible();
  await expect(page.getByText(LINE)).toBeVisible();
  await expect(page.getByText('Waiting for the first call…')).toBeVisible();

  await page.getByRole('button', { name: 'Save and copy' }).click();
  await expect(toastOf(page, 'Uploaded')).toContainText('tide.md uploaded successfully');
  await expect(page.getByText('Waiting for the draft.')).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(LINE);
  await expect(page.getByText('tide.md · version 1')).toBeVisible();

  await test.step('until then the project says that it waits for a plan', async () => {
    const other = await page.context().newPage();
    await other.goto(`/projects/${id}/tasks`);
    await expect(other.getByRole('heading', { name: 'The PRD has 6 work lines and no plan yet' })).toBeVisible();
    await other.goto('/projects');
    await expect(cardOf(other, 'Tide')).toContainText('No plan yet · next: plan the 6 work lines of its PRD');
    await other.close();
  });

  const agent = await connectAgent(server, { apiKey, projectId: id });
  expect(await agent.call('plan_read', { prd: true })).toContain('A loan must end after four weeks.');
  await expect(page.getByText('claude-code connected')).toBeVisible();
  const answer = await agent.call('plan_edit', {
    ops: [
      { op: 'list_add', name: 'At the counter', brief: 'Lend and take back.' },
      {
        op: 'add',
        list: 'At the counter',
        title: 'Lend a book',
        checks: ['A member borrows a book at the counter'],
        lines: '11-15',
      },
      { op: 'add', list: 'At the counter', title: 'Take it back', checks: ['A returned book is free'], lines: '17-20' },
      { op: 'role', section: '§4', role: 'limit' },
    ],
  });
  expect(answer).toContain('Lend a book');

  await expect(planPanel(page).getByText('claude-code drafted the plan: 2 tasks')).toBeVisible();
  await expect(page.getByText('Waiting for the draft.')).toBeHidden();
  await expect(planPanel(page).getByRole('button', { name: /Lend a book/ })).toBeVisible();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('PRD');
  await expect(roleAt(page, 14)).toHaveAccessibleName('Line 14: Work, T1. Change role');
  await expect(planPanel(page).getByText('6 of 6 work lines planned')).toBeVisible();

  await page.getByRole('button', { name: /^Undo: claude-code drafted the plan/ }).click();
  await expect(toastOf(page, 'Plan restored')).toBeVisible();
  await expect.poll(async () => (await countPlan(server, id)).tasks).toBe(0);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Upload PRD & Generate Tasks');
  await agent.close();
});
