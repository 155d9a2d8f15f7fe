import { type ModelServer, startModelServer } from '#test/model-server.ts';
import { startInstance } from './support/instance.ts';
import { addPerson, signIn } from './support/people.ts';
import { addProject } from './support/plans.ts';
import { TIDE_PRD, chooseFile, countPlan, generateButton, planPanel, roleAt } from './support/prd.ts';
import { expect, test } from './support/test.ts';

let model: ModelServer;
test.beforeAll(async () => {
  model = await startModelServer();
});
test.afterAll(() => model.close());

test('a model on the server drafts the plan', async ({ browser }) => {
  const server = await startInstance({ ANTHROPIC_API_KEY: model.key, ANTHROPIC_BASE_URL: model.anthropicUrl });
  const context = await browser.newContext({ baseURL: server.url });
  try {
    const page = await context.newPage();
    const person = await addPerson(server, { tier: 'pro' });
    await signIn(page, server, person);
    const id = await addProject(server, person, 'Tide');
    await page.goto(`/projects/${id}/prd`);
    await chooseFile(page, 'tide.md', TIDE_PRD);
    await expect(roleAt(page, 13)).toBeVisible();
    await page.getByRole('tab', { name: 'Model' }).click();
    await expect(planPanel(page).getByText('key set')).toBeVisible();

    await generateButton(page).click();
    const success = page.getByRole('dialog', { name: 'Task Generation Successful!' });
    await expect(success).toBeVisible();
    await expect(page).toHaveURL(`/projects/${id}/tasks`);
    expect(model.asked.length).toBeGreaterThan(0);
    expect((await countPlan(server, id)).tasks).toBeGreaterThan(0);
  } finally {
    await context.close();
    await server.stop();
  }
});

test('without a key the model says so, and nothing can be sent to it', async ({
  page,
  addPerson: add,
  server,
  signIn: into,
}) => {
  const person = await add();
  await into(page, person);
  const id = await addProject(server, person, 'Tide');
  await page.goto(`/projects/${id}/prd?way=model`);
  await chooseFile(page, 'tide.md', TIDE_PRD);
  await expect(planPanel(page).getByText('key not set')).toBeVisible();
  await expect(planPanel(page).getByText('An administrator can set one.')).toBeVisible();
  await expect(generateButton(page)).toBeDisabled();
  await expect(planPanel(page).getByText('No model is set up on this server.')).toBeVisible();
});
