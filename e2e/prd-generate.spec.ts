import type { Task } from '#contract/task.ts';
import { toastOf } from './support/parts.ts';
import { apiOf } from './support/person-api.ts';
import { addProject } from './support/plans.ts';
import { HARBOR_PRD, countPlan, generateButton, generateFrom, holdAnswer, writeSpecification } from './support/prd.ts';
import { treeOf } from './support/tasks-screen.ts';
import { expect, test } from './support/test.ts';

test('a PRD is uploaded, the plan grows in sight, and its tasks are there', async ({
  page,
  addPerson,
  server,
  signIn,
}) => {
  const person = await addPerson({ tier: 'pro' });
  await signIn(page, person);
  const id = await addProject(server, person, 'Harbor API');
  await page.goto(`/projects/${id}/prd`);
  await expect(generateButton(page)).toBeDisabled();

  await test.step('a file that is not markdown is refused in the specified words', async () => {
    const file = { mimeType: 'text/plain', buffer: Buffer.from('x') };
    await page.getByLabel('Markdown file').setInputFiles({ name: 'plan.txt', ...file });
    await expect(page.getByRole('alert')).toHaveText('Please upload a markdown file (.md or .markdown)');
  });

  await test.step('without a text the key says what is missing', async () => {
    await page.keyboard.press('ControlOrMeta+Enter');
    await expect(toastOf(page, 'Specification Required')).toContainText(
      'Please enter a specification or upload a markdown file first.',
    );
  });

  await test.step('a markdown file is taken, and what is in it is found', async () => {
    const buffer = Buffer.from(HARBOR_PRD);
    await page.getByLabel('Markdown file').setInputFiles({ name: 'harbor.md', mimeType: 'text/markdown', buffer });
    await expect(page.getByText('harbor.md')).toBeVisible();
    await expect(page.getByText(`${(buffer.length / 1024).toFixed(1)} KB`)).toBeVisible();
    const outline = page.getByRole('region', { name: 'What the plan will follow' });
    await expect(outline.getByRole('listitem').filter({ hasText: 'Rate limiter' })).toContainText('2 points');
    await expect(outline.getByRole('listitem').filter({ hasText: 'Non-goals' })).toContainText('non-goals');
    await expect(page.getByText('Planned by: Embedded planner')).toBeVisible();
  });

  const release = await holdAnswer(page);
  await generateButton(page).click();
  await test.step('the dialog tells of the run and cannot be closed', async () => {
    const dialog = page.getByRole('dialog', { name: 'Generating Tasks' });
    await expect(dialog).toContainText('AI is analyzing your specification...');
    await expect(dialog.locator('.gen i.f, .gen i.n').first()).toBeVisible();
    await page.keyboard.press('Escape');
    await page.keyboard.press('Escape');
    await expect(dialog).toBeVisible();
  });

  // The plan is made, and only the answer on its way: the dialog below leaves after three seconds.
  await expect.poll(async () => (await countPlan(server, id)).tasks).toBeGreaterThan(3);
  const { tasks } = await countPlan(server, id);
  release();
  const success = page.getByRole('dialog', { name: 'Task Generation Successful!' });
  await expect(success.getByText(/Redirecting to task view in [123] seconds?\.\.\./)).toBeVisible();
  await expect(success.getByRole('button', { name: 'Go to Tasks Now' })).toBeFocused();
  await expect(success.getByText('Tasks Created').locator('xpath=following-sibling::dd')).toHaveText(String(tasks));
  await expect(page).toHaveURL(`/projects/${id}/tasks`);
  await expect(treeOf(page).getByRole('treeitem').first()).toBeVisible();
  expect(await page.evaluate((key) => localStorage.getItem(key), `baton-draft:${id}`)).toBeNull();
  await expect(page.getByRole('region', { name: 'PRD coverage' })).toContainText('100 %');
});

test('an edited PRD is merged: what was finished is still there', async ({ page, addPerson, server, signIn }) => {
  const person = await addPerson({ tier: 'pro' });
  await signIn(page, person);
  const id = await addProject(server, person, 'Harbor API');
  await generateFrom(page, server, id, HARBOR_PRD);
  const api = await apiOf(page, server);
  const plan = await api.send<Task[]>('GET', `/api/projects/${id}/tasks`);
  const finished = plan.findLast((task) => task.requirement_ids.length > 0);
  if (!finished) throw new Error('the plan answers nothing');
  await api.send('POST', `/api/projects/${id}/notes`, {
    type: 'FINDING',
    body: 'Mind the clock.',
    task_id: finished.id,
  });
  await api.send('PATCH', `/api/tasks/${finished.id}`, { status: 'done' });
  const before = await countPlan(server, id);

  await page.goto(`/projects/${id}/prd`);
  await expect(page.getByRole('tab', { name: 'Plan' })).toHaveAttribute('aria-selected', 'true');
  await page.getByRole('button', { name: 'Edit PRD' }).click();
  await writeSpecification(
    page,
    HARBOR_PRD.replace('## Non-goals', '- A key must be told when it nears its limit.\n\n## Non-goals'),
  );
  await page.keyboard.press('ControlOrMeta+Enter');

  const check = page.getByRole('dialog', { name: 'What should happen to the current plan?' });
  await test.step('nothing happens before the check, and its counts are the database’s', async () => {
    expect(before.notes).toBe(1);
    const said = `In the plan now: ${before.tasks} tasks, ${before.done} of them done, and 1 note.`;
    await expect(check).toContainText(said);
    await expect(check.getByRole('button', { name: 'Cancel' })).toBeFocused();
    expect(await countPlan(server, id)).toEqual(before);
  });
  const count = async (name: string) => {
    const place = check.getByText(name, { exact: true }).locator('xpath=following-sibling::dd');
    return (await place.count()) === 0 ? 0 : Number(await place.textContent());
  };
  const more = (await count('Added')) + (await count('Follow-ups')) - (await count('Removed'));
  expect(more).toBeGreaterThan(0);
  await check.getByRole('button', { name: 'Merge into plan' }).click();
  await expect(page, 'goes there by itself').toHaveURL(`/projects/${id}/tasks`);
  const after = await countPlan(server, id);
  expect(after.tasks).toBe(before.tasks + more);
  expect(after.done).toBeGreaterThanOrEqual(before.done);
  const kept = await api.send<Task[]>('GET', `/api/projects/${id}/tasks`);
  expect(kept.find((task) => task.id === finished.id)).toMatchObject({ status: 'done' });
});
