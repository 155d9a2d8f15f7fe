import type { Page } from '@playwright/test';
import { makeKey } from './support/agent.ts';
import { takeTask } from './support/agent-at-work.ts';
import { expectAccessible } from './support/expect-accessible.ts';
import { type Harbor, addHarbor } from './support/harbor.ts';
import type { Instance } from './support/instance.ts';
import { rowOf, taskPanel } from './support/tasks-screen.ts';
import { expect, test } from './support/test.ts';

test.use({ viewport: { width: 1440, height: 900 } });

const TASK = 'Clock-skew guard';
const QUESTION = 'Whose clock counts when two servers disagree?';
const OPTIONS = [
  { label: 'The database’s', consequence: 'One clock; every call waits for it.' },
  { label: 'Each server its own', consequence: 'Quick; counters may drift by a second.', preferred: true },
  { label: 'A time service' },
];

/** An agent claims the task and asks a question; returns its key. */
async function askAbout(server: Instance, harbor: Harbor, options: readonly object[] = OPTIONS): Promise<string> {
  const apiKey = await makeKey(harbor.api);
  const { number } = harbor.task(TASK);
  const { finish, agent } = await takeTask(server, { apiKey, projectId: harbor.id, name: 'codex', task: number });
  await finish({ outcome: 'ask', question: QUESTION, summary: 'skew.test.ts:41 saw 1.2 s between them', options });
  await agent.close();
  return apiKey;
}

const block = (page: Page) => taskPanel(page).getByRole('region', { name: QUESTION });
const answered = (page: Page) => taskPanel(page).getByRole('region', { name: 'Question from codex' });
const field = (page: Page) => block(page).getByLabel('Your answer');
const linkTo = (harbor: Harbor) => `${harbor.at}?task=T${harbor.task(TASK).number}&answer`;

test('a question is seen in tree, bar and title, and answered by keyboard alone', async ({
  signedIn: page,
  person,
  server,
}) => {
  const harbor = await addHarbor(page, server, person);
  const { number } = harbor.task(TASK);
  await page.goto(harbor.at);
  await expect(rowOf(page, TASK)).toBeVisible();
  const apiKey = await askAbout(server, harbor);

  await expect(page, 'while the page is open').toHaveTitle('(1) Tasks · Harbor API · Baton');
  await expect(rowOf(page, TASK).getByText('NEEDS YOU', { exact: true })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Needs you 1, go to it' })).toBeVisible();
  await page.getByRole('button', { name: 'Needs you 1, show only these' }).click();
  await expect(page).toHaveURL(/status=needs/);
  await expect(rowOf(page, 'Burst window')).toHaveCount(0);
  await page.getByRole('button', { name: 'Needs you 1, show only these' }).click();

  await page.keyboard.press('q');
  await expect(block(page)).toContainText('codex asks you');
  await expect(block(page)).toContainText('skew.test.ts:41 saw 1.2 s between them');
  const preferred = block(page).getByRole('radio', { name: /^Each server its own/ });
  await expect(preferred, 'the agent named it').toBeChecked();
  await expect(preferred, 'the focus is in the block').toBeFocused();
  await expect(taskPanel(page)).toContainText(`No agent takes T${number} until you answer; T4 waits for it.`);

  await page.keyboard.press('1');
  await expect(block(page).getByRole('radio', { name: /^The database’s/ })).toBeChecked();
  await page.keyboard.press('1');
  await expect(block(page).getByRole('radio', { checked: true }), 'the same key takes it back').toHaveCount(0);
  await page.keyboard.press('3');
  await field(page).focus();
  await page.keyboard.type('Ask it once an hour.');
  await page.keyboard.press('Escape');
  await expect(field(page)).not.toBeFocused();
  await page.reload();
  await expect(field(page), 'the draft is kept on this device').toHaveValue('Ask it once an hour.');
  await field(page).press('ControlOrMeta+Enter');

  await expect(answered(page)).toContainText('A time service');
  await expect(answered(page)).toContainText('Ask it once an hour.');
  await expect(answered(page)).toContainText(`T${number} is ready, first in the queue.`);
  await expect(page).toHaveTitle(`${TASK} · Harbor API · Baton`);
  await expect(taskPanel(page).getByText('codex asks:'), 'the activity tells it').toContainText(QUESTION);

  await answered(page).getByRole('button', { name: 'Change answer' }).click();
  await field(page).fill('Ask it twice an hour.');
  await block(page)
    .getByRole('button', { name: /^Change answer/ })
    .click();
  await expect(answered(page)).toContainText('Ask it twice an hour.');
  const pair = page.getByRole('article', { name: /^(?:Question|Answer) note$/ });
  await expect(pair, 'one pair of notes, the answer under its question').toHaveText([
    new RegExp(`^Question.*${QUESTION.replace('?', String.raw`\?`)}`),
    /^Answer.*A time service\. Ask it twice an hour\./,
  ]);
  await answered(page).getByRole('button', { name: 'Take the answer back' }).click();
  await expect(pair).toHaveCount(1);
  await field(page).press('ControlOrMeta+Enter');
  await expect(pair, 'what was taken back is kept as a draft').toHaveCount(2);

  const { agent } = await takeTask(server, { apiKey, projectId: harbor.id, name: 'claude-code', task: number });
  await expect(answered(page)).toContainText(`claude-code read it and took T${number}`);
  await expect(answered(page).getByRole('button', { name: 'Change answer' }), 'it is history').toHaveCount(0);
  await agent.close();
});

test('a link opens with the focus in the question, and the agent may decide', async ({
  signedIn: page,
  person,
  server,
}) => {
  const harbor = await addHarbor(page, server, person);
  await askAbout(server, harbor, []);
  await page.goto(linkTo(harbor));
  await expect(field(page)).toBeFocused();
  await expect(page, 'the address stays that of the task').not.toHaveURL(/answer/);
  await block(page)
    .getByRole('button', { name: /^Answer and hand back/ })
    .click();
  await expect(block(page).getByRole('alert')).toHaveText('Choose an option or write an answer.');
  await block(page).getByRole('button', { name: 'Let codex decide' }).click();
  await expect(answered(page)).toContainText('Decide yourself, codex.');
});

test('somebody else answers first: nothing that was written is lost', async ({
  signedIn: page,
  person,
  server,
  elsewhere,
}) => {
  const harbor = await addHarbor(page, server, person);
  await askAbout(server, harbor);
  await page.goto(linkTo(harbor));
  await elsewhere.goto(linkTo(harbor));
  await field(page).fill('Mine, in many words.');
  await block(elsewhere)
    .getByRole('button', { name: /^Answer and hand back/ })
    .click();
  await expect(answered(page)).toContainText('What you wrote is kept:');
  await expect(answered(page)).toContainText('Mine, in many words.');
  await answered(page).getByRole('button', { name: 'Discard draft' }).click();
  await expect(answered(page)).not.toContainText('Mine, in many words.');
});

test('a question that is withdrawn says so, and keeps the draft', async ({ signedIn: page, person, server }) => {
  const harbor = await addHarbor(page, server, person);
  await askAbout(server, harbor);
  await page.goto(linkTo(harbor));
  await field(page).fill('Half a thought');
  await harbor.claim(TASK, 'gemini');
  const gone = taskPanel(page).getByRole('region', { name: 'Question withdrawn' });
  await expect(gone).toContainText('without an answer');
  await expect(gone).toContainText('Half a thought');
});

test('a blocked task says why on its row, in the overview and in the activity', async ({
  signedIn: page,
  person,
  server,
}) => {
  const harbor = await addHarbor(page, server, person);
  const apiKey = await makeKey(harbor.api);
  const { number } = harbor.task('Burst window');
  const { finish } = await takeTask(server, { apiKey, projectId: harbor.id, name: 'codex', task: number });
  await finish({ outcome: 'block', summary: 'Nobody has said how long a burst is.' });
  await page.goto(harbor.at);
  const overview = page.getByRole('region', { name: 'Overview' });
  await expect(rowOf(page, 'Burst window')).toContainText('Nobody has said how long');
  await expect(overview.locator('[data-part=needs-you]')).toContainText('Nobody has said how long a burst is.');
  await expect(overview).toContainText(`codex blocked T${number} Burst window: Nobody has said how long a burst is.`);
  await expect(page).toHaveTitle(/^\(1\) /);
});

test('open, answered and phone: no violation in either theme', async ({ signedIn: page, person, server }) => {
  const harbor = await addHarbor(page, server, person);
  await askAbout(server, harbor);
  await page.goto(linkTo(harbor));
  await expect(block(page)).toBeVisible();
  await expectAccessible(page, 'an open question');
  await block(page)
    .getByRole('button', { name: /^Answer and hand back/ })
    .click();
  await expect(answered(page)).toBeVisible();
  await expectAccessible(page, 'an answered question');
});
