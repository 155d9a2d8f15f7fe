import type { Task } from '#contract/task.ts';
import { toastOf } from './support/parts.ts';
import { apiOf } from './support/person-api.ts';
import { addProject } from './support/plans.ts';
import {
  HARBOR_PRD,
  TIDE_PRD,
  chooseFile,
  countPlan,
  filterChip,
  generateButton,
  generateFrom,
  holdAnswer,
  planPanel,
  roleAt,
  updateButton,
  writeSpecification,
} from './support/prd.ts';
import { treeOf } from './support/tasks-screen.ts';
import { expect, test } from './support/test.ts';

test('a PRD is dropped, its unsure lines are decided by keyboard, and the built-in planner makes the plan', async ({
  page,
  addPerson,
  server,
  signIn,
}) => {
  const person = await addPerson({ tier: 'pro' });
  await signIn(page, person);
  const id = await addProject(server, person, 'Tide');
  await page.goto(`/projects/${id}/prd`);
  await expect(generateButton(page)).toBeDisabled();

  await test.step('a file that is not markdown, or not text, is refused in the specified words', async () => {
    const picker = page.getByLabel('Markdown file');
    await picker.setInputFiles({ name: 'plan.txt', mimeType: 'text/plain', buffer: Buffer.from('x') });
    await expect(page.getByRole('alert')).toHaveText('Please upload a markdown file (.md or .markdown)');
    await picker.setInputFiles({ name: 'a.md', mimeType: 'text/markdown', buffer: Buffer.from([0xff, 0xd8, 0xff]) });
    await expect(page.getByRole('alert')).toHaveText('This file is not text. Drop a .md or .markdown file.');
  });

  await test.step('without a text the key says what is missing', async () => {
    await page.keyboard.press('ControlOrMeta+Enter');
    await expect(toastOf(page, 'Specification Required')).toContainText(
      'Please enter a specification or upload a markdown file first.',
    );
  });

  await test.step('a markdown file is read line by line, and its plan is there at once', async () => {
    await chooseFile(page, 'tide.md', TIDE_PRD);
    await expect(roleAt(page, 13)).toHaveAccessibleName('Line 13: Work, T1. Change role');
    await expect(roleAt(page, 15)).toHaveAccessibleName('Line 15: Done, T1. Change role');
    await expect(roleAt(page, 30)).toHaveAccessibleName('Line 30: Limit. Change role');
    await expect(filterChip(page, 'unsure')).toContainText('4');
    await expect(planPanel(page).getByText('6 of 6 work lines planned')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Lending', exact: false }).first()).toBeVisible();
  });

  await test.step('U goes to what is unsure, 1 plans it, Z takes it back', async () => {
    await page.keyboard.press('u');
    await expect(page.getByRole('button', { name: 'Plan it' })).toBeFocused();
    await page.keyboard.press('1');
    await expect(page.getByText('Every line has a role.')).toBeVisible();
    await expect(planPanel(page).getByText('10 of 10 work lines planned')).toBeVisible();
    await page.keyboard.press('z');
    await expect(filterChip(page, 'unsure')).toContainText('4');
    await page.keyboard.press('u');
    await page.keyboard.press('1');
    await expect(page.getByText('Every line has a role.')).toBeVisible();
    await expect(roleAt(page, 24)).toHaveAccessibleName('Line 24: Work, T3, set by Ada Lovelace. Change role');
  });

  await test.step('the built-in way is two keys away', async () => {
    await page.keyboard.press('m');
    await page.keyboard.press('m');
    await expect(page.getByRole('tab', { name: 'Built in' })).toHaveAttribute('aria-selected', 'true');
    await expect(page).toHaveURL(/way=builtin/);
  });

  const release = await holdAnswer(page);
  await page.keyboard.press('ControlOrMeta+Enter');
  await test.step('the dialog tells of the run and cannot be closed', async () => {
    const dialog = page.getByRole('dialog', { name: 'Generating Tasks' });
    await expect(dialog).toContainText('AI is analyzing your specification...');
    await expect(dialog.locator('.gen i.f, .gen i.n').first()).toBeVisible();
    await page.keyboard.press('Escape');
    await page.keyboard.press('Escape');
    await expect(dialog).toBeVisible();
  });

  // The plan is written, and only its answer is delayed: the dialog below closes after three seconds.
  await expect.poll(async () => (await countPlan(server, id)).tasks).toBe(3);
  release();
  const success = page.getByRole('dialog', { name: 'Task Generation Successful!' });
  await expect(success.getByText(/Redirecting to task view in [123] seconds?\.\.\./)).toBeVisible();
  await expect(success.getByRole('button', { name: 'Go to Tasks Now' })).toBeFocused();
  await expect(success.getByText('Tasks Created').locator('xpath=following-sibling::dd')).toHaveText('3');
  await expect(page).toHaveURL(`/projects/${id}/tasks`);
  await expect(treeOf(page).getByRole('treeitem').first()).toBeVisible();
  expect(await page.evaluate((key) => localStorage.getItem(key), `baton-draft:${id}`)).toBeNull();
  await expect(page.getByRole('region', { name: 'PRD coverage' })).toContainText('10 of 10');
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
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('PRD');
  await expect(page.getByRole('tab', { name: 'Read' })).toHaveAttribute('aria-selected', 'true');
  await page.getByRole('tab', { name: 'Edit' }).click();
  const more =
    '## Warnings\n\n- A key must be told when it nears its limit.\n- A warning must name the limit.\n\n## Non-goals';
  await writeSpecification(page, HARBOR_PRD.replace('## Non-goals', more));

  await test.step('what is written is read at once, and what is new is marked', async () => {
    await expect(planPanel(page).getByText(/^\d+ of \d+ work lines planned$/)).toBeVisible();
    await page.getByRole('tab', { name: 'Read' }).click();
    await expect(filterChip(page, 'changed')).toContainText('3');
    await filterChip(page, 'changed').click();
    await expect(page).toHaveURL(/role=changed/);
    await expect(page.getByText('A warning must name the limit.')).toBeVisible();
    await expect(page.getByText('Calls must be counted per key and hour.')).toHaveCount(0);
    await page.keyboard.press('Escape');
    await expect(page.getByText('Calls must be counted per key and hour.')).toBeVisible();
  });

  await page.keyboard.press('d');
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
  const added = (await count('Added')) + (await count('Follow-ups')) - (await count('Removed'));
  expect(added).toBeGreaterThan(0);
  await page.keyboard.press('Escape');
  await expect(check).toBeHidden();
  await updateButton(page).click();
  await check.getByRole('button', { name: 'Merge into plan' }).click();
  await expect(page, 'goes there by itself').toHaveURL(`/projects/${id}/tasks`);
  const after = await countPlan(server, id);
  expect(after.tasks).toBe(before.tasks + added);
  expect(after.done).toBeGreaterThanOrEqual(before.done);
  const kept = await api.send<Task[]>('GET', `/api/projects/${id}/tasks`);
  expect(kept.find((task) => task.id === finished.id)).toMatchObject({ status: 'done' });
});
