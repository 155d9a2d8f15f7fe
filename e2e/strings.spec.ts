import { addProject, addTasks } from './support/plans.ts';
import { addressOf } from './support/screens.ts';
import { MENU_ITEMS, SPECIFIED } from './support/specified-strings.ts';
import { expect, test } from './support/test.ts';

for (const { at, as, filled, texts, controls = [] } of SPECIFIED) {
  test(`${at} shows a ${as} ${filled ? 'account with projects' : 'visitor'} the specification's words`, async ({
    page,
    addPerson,
    server,
    signIn,
  }) => {
    const projects = { id: '', empty: '' };
    const person = as === 'guest' ? undefined : await addPerson({ tier: as });
    if (person) await signIn(page, person);
    if (person && filled) {
      projects.id = await addProject(server, person, 'Harbor API', { description: 'Rate limits' });
      projects.empty = await addProject(server, person, 'Lighthouse', { status: 'archived' });
      await addTasks(server, projects.id, [
        ['Lay the keel', 'done'],
        ['Raise the mast', 'wip'],
        ['Set sail', 'open'],
      ]);
    }
    await page.goto(addressOf(at, projects));
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    for (const name of controls) {
      await expect(page.getByRole('button', { name }).or(page.getByRole('link', { name })).first(), name).toBeVisible();
    }
    // Read as a whole: words may be set in several elements, and values may stand in fields.
    const shown = async () => {
      const text = await page.locator('body').textContent();
      const values = await page
        .locator('input')
        .evaluateAll((inputs) => inputs.map((input) => (input as HTMLInputElement).value));
      return [text, ...values].join('\n');
    };
    for (const text of texts) {
      const wanted = text.replace('{email}', person?.email ?? '').replace('{id}', person?.id ?? '');
      await expect.poll(shown, { message: `${at} says "${wanted}"` }).toContain(wanted);
    }
  });
}

test('the avatar menu offers its places in the specified order', async ({ signedIn: page }) => {
  await page.goto('/projects');
  await page.getByRole('button', { name: /^Account menu/ }).click();
  const items = page.getByRole('menuitem');
  const names = async () => (await items.allInnerTexts()).map((text) => text.split('\n', 1)[0]);
  expect(await names()).toEqual(MENU_ITEMS.slice(1));
  await page.keyboard.press('Escape');
  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByRole('button', { name: /^Account menu/ }).click();
  expect((await names()).filter((name) => name !== 'Switch Theme')).toEqual(MENU_ITEMS);
});
