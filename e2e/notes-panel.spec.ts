import type { Locator, Page } from '@playwright/test';
import { type Harbor, addHarbor } from './support/harbor.ts';
import type { Instance } from './support/instance.ts';
import { bannerHasCome } from './support/parts.ts';
import { NOTE_WORDS } from './support/specified-strings.ts';
import { notesPanel, taskPanel, textsAreDrawn } from './support/tasks-screen.ts';
import { expect, test } from './support/test.ts';

test.use({ viewport: { width: 1440, height: 900 }, reducedMotion: 'no-preference' });

const TASK = 'Clock-skew guard';
const cards = (page: Page) => notesPanel(page).getByRole('article');
const tab = (page: Page, name: string) => notesPanel(page).getByRole('tab', { name });

async function openTask(page: Page, harbor: Harbor, more = ''): Promise<void> {
  await page.goto(`${harbor.at}?task=${harbor.task(TASK).id}${more}`);
  await expect(page.getByRole('heading', { name: TASK, exact: true })).toBeVisible();
}

/** Notes of every type on one task, of the age their text says; the last one was edited. */
async function writeOldNotes(harbor: Harbor, { sql }: Instance): Promise<void> {
  const aged = [
    ['PROGRESS', '10 seconds'],
    ['FINDING', '5 minutes 20 seconds'],
    ['FILE_LIST', '3 hours 5 minutes'],
    ['CONTEXT', '6 days 5 minutes'],
    ['OTHER', '7 days 5 minutes'],
  ] as const;
  for (const [type, age] of aged) {
    const { id } = await harbor.note(type, `Written ${age} ago`, TASK);
    await sql(`update notes set created_at = now() - $2::interval, updated_at = now() - $2::interval where id = $1`, [
      id,
      age,
    ]);
  }
  await sql(
    `update notes set updated_at = now() - interval '2 hours 1 minute'
     where project_id = $1 and body = 'Written 6 days 5 minutes ago'`,
    [harbor.id],
  );
  await forgetNews(harbor, { sql });
}

/**
 * Replaces note and status events in the feed, so that the page shows the tables only: an open page rereads the newest
 * events.
 */
const forgetNews = ({ id }: Harbor, { sql }: Pick<Instance, 'sql'>) =>
  sql(
    `update feed set events = (
       select jsonb_agg(case when e.value ->> 'type' ~ '^(note[.]|task[.](status_changed|locked)$)' then '{"type": "plan.replaced", "data": {"cause": "edit"}}' else e.value end order by e.place)
       from jsonb_array_elements(feed.events) with ordinality as e (value, place))
     where scope = $1`,
    [`project:${id}`],
  );

test('a note says what it is, how old it is and when it was edited', async ({ signedIn: page, person, server }) => {
  const harbor = await addHarbor(page, server, person);
  await writeOldNotes(harbor, server);
  await openTask(page, harbor);
  const dated = new Date(Date.now() - (7 * 24 * 60 + 5) * 60_000).toLocaleDateString('en-US', {
    year: 'numeric',
    month: 'short',
    day: 'numeric',
    timeZone: 'UTC',
  });
  await expect(cards(page)).toHaveCount(NOTE_WORDS.types.length);
  for (const [place, age] of ['Just now', '5m ago', '3h ago', '6d ago', dated].entries()) {
    const header = cards(page).nth(place).locator('header');
    await expect(header).toContainText(NOTE_WORDS.types[place] ?? '');
    await expect(header).toContainText(age);
  }
  await expect(cards(page).nth(3)).toContainText('edited 2h ago');
  await expect(notesPanel(page).getByText(/^edited/)).toHaveCount(1);
});

test('a body over 500 characters is cut until it is wanted whole', async ({ signedIn: page, person, server }) => {
  const harbor = await addHarbor(page, server, person);
  const fits = 'a'.repeat(496);
  await harbor.note('CONTEXT', `${fits}\nend`, TASK);
  const long = `${'many words '.repeat(60)}\n\nThe very end.`;
  await harbor.note('FINDING', long, TASK);
  await openTask(page, harbor);
  const [cut, whole] = [cards(page).first(), cards(page).nth(1)];

  await expect(whole).toContainText('500 characters · 2 lines');
  await expect(whole.getByRole('button', { name: 'Read More' })).toHaveCount(0);
  await expect(cut).toContainText(`${long.length} characters · 3 lines`);
  const shown = () => cut.locator('[data-part=prose]').innerText();
  await expect.poll(shown).toMatch(/\.\.\.$/);
  expect((await shown()).length).toBeLessThanOrEqual(503);
  await cut.getByRole('button', { name: 'Read More' }).click();
  await expect(cut).toContainText('The very end.');
  await cut.getByRole('button', { name: 'Show Less' }).click();
  await expect(cut).not.toContainText('The very end.');

  await notesPanel(page).getByRole('button', { name: 'Expand All' }).click();
  await expect(cut).toContainText('The very end.');
  await notesPanel(page).getByRole('button', { name: 'Collapse All' }).click();
  await expect(cut).not.toContainText('The very end.');
});

test('the code in a note and its id are copied as they are', async ({ signedIn: page, person, server, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const harbor = await addHarbor(page, server, person);
  const code = 'const a = `<b>`;\n\n  return a;';
  const note = await harbor.note('CONTEXT', `Look:\n\n\`\`\`ts\n${code}\n\`\`\`\n\n\`\`\`\nplain\n\`\`\``, TASK);
  await openTask(page, harbor);
  const card = cards(page).first();
  await expect(card.locator('[data-part=code] header').first()).toContainText('ts');
  await expect(card.locator('[data-part=code] header').nth(1)).toContainText('text');

  const copy = card.locator('[data-part=code]').first().getByRole('button');
  await expect(words(copy)).toHaveText('Copy code');
  await copy.click();
  await expect(words(copy)).toHaveText('Copied!');
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(code);
  await expect(words(copy)).toHaveText('Copy code');

  await expect(card.locator('footer')).toContainText(note.id.slice(0, 8));
  await card.getByRole('button', { name: 'Copy note ID' }).click();
  await expect(card.locator('footer').getByRole('button', { name: 'Copied' })).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(note.id);
  await expect(card.getByRole('button', { name: 'Copy note ID' })).toBeVisible();
});

/** A button that changes its label reserves space for both; one of them is hidden. */
const words = (button: Locator) => button.locator('span > span:not([data-off])');

test('tabs count and filter, and the order turns', async ({ signedIn: page, person, server }) => {
  const harbor = await addHarbor(page, server, person);
  await writeOldNotes(harbor, server);
  await harbor.note('CONTEXT', 'About the project itself');
  await harbor.note('FINDING', 'About another task', 'Token bucket');
  await openTask(page, harbor);
  const tabs = ['All5', 'Progress1', 'Files1', 'Findings1', 'Context1'];
  await expect(notesPanel(page).getByRole('tab')).toHaveText(tabs);

  await tab(page, 'Files').click();
  await expect(cards(page)).toHaveCount(1);
  await expect(cards(page)).toContainText('File List');
  await tab(page, 'All').click();
  await expect(cards(page).last(), 'what has no tab is under All').toContainText('Other');

  await expect(cards(page).first()).toContainText('10 seconds');
  await notesPanel(page).getByRole('button', { name: 'Newest First' }).click();
  await expect(cards(page).first()).toContainText('7 days');
  await notesPanel(page).getByRole('button', { name: 'Oldest First' }).click();
  await expect(cards(page).first()).toContainText('10 seconds');

  const chip = notesPanel(page).locator('[data-part=chosen]', { hasText: TASK });
  await expect(chip).toBeVisible();
  await chip.getByRole('button', { name: 'Clear task filter' }).click();
  await expect(chip).toHaveCount(0);
  await expect(page, 'the selection went with it').not.toHaveURL(/task=/);
  await expect(cards(page).first()).toContainText('About another task');
  await expect(tab(page, 'Findings')).toHaveText('Findings2');
});

test('each kind of emptiness has its own words', async ({ signedIn: page, person, server }) => {
  const harbor = await addHarbor(page, server, person);
  await server.sql('delete from notes where project_id = $1', [harbor.id]);
  await forgetNews(harbor, server);
  const says = (text: string) => expect(notesPanel(page).getByText(text, { exact: true })).toBeVisible();
  await page.goto(harbor.at);
  await says(NOTE_WORDS.selectTask);
  await says(NOTE_WORDS.hintSelect);
  for (const [place, text] of NOTE_WORDS.noneOfType.entries()) {
    await page.keyboard.press(String(place + 2));
    await says(text);
    await says(NOTE_WORDS.hintSelect);
  }
  await openTask(page, harbor);
  await says(NOTE_WORDS.noneForTask);
  await says(NOTE_WORDS.hintTask);
  for (const [place, text] of NOTE_WORDS.noneOfTypeForTask.entries()) {
    await tab(page, NOTE_WORDS.tabs[place + 1] ?? '').click();
    await says(text);
    await says(NOTE_WORDS.hintTask);
  }
  await harbor.note('FINDING', 'The first one', TASK);
  await notesPanel(page).getByRole('button', { name: 'Show all 1 note' }).click();
  await expect(cards(page)).toContainText('The first one');
});

test('notes that come while one reads further down wait above', async ({ signedIn: page, person, server }) => {
  const harbor = await addHarbor(page, server, person);
  for (let i = 1; i <= 12; i += 1) await harbor.note('CONTEXT', `Note ${i}\n\n${'and more of it\n\n'.repeat(5)}`, TASK);
  await openTask(page, harbor);
  await expect(cards(page)).toHaveCount(12);
  await textsAreDrawn(page);
  await bannerHasCome(page);
  const box = notesPanel(page).getByRole('tabpanel');
  await box.evaluate((element) => element.scrollTo({ top: 400 }));
  const before = await cards(page).nth(4).boundingBox();
  for (const word of ['one', 'two', 'three']) await harbor.note('PROGRESS', `Came while reading: ${word}`, TASK);
  const pill = notesPanel(page).getByRole('button', { name: '3 new notes' });
  await expect(pill).toBeVisible();
  await expect(tab(page, 'All'), 'the count does not wait').toHaveText('All15');
  expect(await cards(page).nth(4).boundingBox(), 'nothing moved under the eyes').toEqual(before);
  await pill.click();
  await expect(cards(page).first()).toContainText('Came while reading: three');
  await expect(cards(page).first()).toBeInViewport();
  await expect(pill).toHaveCount(0);
});

test('a note is written, changed, pinned and taken away', async ({ signedIn: page, person, server }) => {
  const harbor = await addHarbor(page, server, person);
  await openTask(page, harbor);
  await notesPanel(page).getByRole('button', { name: 'Add a note…' }).click();
  await notesPanel(page).getByLabel('Add a note to this task').fill('Mind the **clock**');
  await notesPanel(page).getByRole('combobox', { name: 'Note type' }).selectOption('Finding');
  await page.keyboard.press('Control+Enter');
  await expect(cards(page).first()).toContainText('Finding');
  await expect(cards(page).first().locator('strong')).toHaveText('clock');
  await expect(tab(page, 'Findings')).toHaveText('Findings1');

  const choose = async (item: string) => {
    await cards(page).first().getByRole('button', { name: 'Note actions' }).click();
    await page.getByRole('menuitem', { name: item }).click();
  };
  await choose('Edit');
  await notesPanel(page).getByLabel('Edit note').fill('Mind the tide');
  await notesPanel(page).getByRole('button', { name: 'Save' }).click();
  await expect(cards(page).first()).toContainText('Mind the tide');
  await expect(cards(page).first()).toContainText('edited just now');
  await choose('Pin');
  await expect(cards(page).first().getByRole('img', { name: 'Pinned' })).toBeVisible();
  await choose('Delete');
  await expect(notesPanel(page).getByText('Mind the tide')).toHaveCount(0);
  const undone = page.waitForResponse('**/undelete');
  await page.keyboard.press('z');
  await expect(cards(page).first(), 'Z brings it back').toContainText('Mind the tide');
  await undone;
  await page.reload();
  await expect(cards(page).first(), 'the server has it too').toContainText('Mind the tide');
});

test('what happened is one line between the notes', async ({ signedIn: page, person, server }) => {
  const harbor = await addHarbor(page, server, person);
  const { token } = await harbor.claim(TASK);
  await openTask(page, harbor);
  await harbor.api.send('POST', `/api/tasks/${harbor.task(TASK).id}/release`, { baton: token });
  const line = notesPanel(page).getByRole('article', { name: 'Event' }).first();
  await expect(line).toContainText('Task status changed: wip → open');
  await expect(line.locator('footer')).toHaveCount(0);
  const box = await line.boundingBox();
  expect(box?.height).toBeLessThan(48);
});

test('hostile text stays text under the real content policy', async ({ signedIn: page, person, server }) => {
  const harbor = await addHarbor(page, server, person);
  const hostile = [
    '<script>window.taken = true</script>',
    '<img src=x onerror="window.taken = true">',
    '<style>body { display: none }</style>',
    '[a link](javascript:window.taken=true)',
    '[data](data:text/html,<script>1</script>) [sly](//evil.example/x) ![spy](https://evil.example/pixel.png)',
    '<iframe srcdoc="<script>parent.taken = true</script>"></iframe>',
  ].join('\n\n');
  const task = harbor.task(TASK);
  await harbor.note('FINDING', hostile, TASK);
  await harbor.api.send('PATCH', `/api/tasks/${task.id}`, { title: `${TASK} <b onclick=1>`, description: hostile });
  const answer = await page.goto(`${harbor.at}?task=${task.id}`);
  const policy = answer?.headers()['content-security-policy'] ?? '';
  expect(policy).toContain("default-src 'none'");
  expect(policy).not.toContain('unsafe-inline');
  for (const place of [cards(page).first(), taskPanel(page)]) {
    await expect(place.locator('[data-part=prose]').first()).toContainText('<script>window.taken = true</script>');
    await expect(place.locator('[data-part=prose] :is(script, img, style, iframe, [onerror], [srcdoc])')).toHaveCount(
      0,
    );
    for (const word of ['a link', 'data', 'sly'])
      await expect(place.getByRole('link', { name: word, exact: true })).toHaveCount(0);
    await place.getByText('a link').first().click();
  }
  expect(await page.evaluate(() => 'taken' in window)).toBe(false);
});
