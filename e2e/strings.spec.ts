import { fillLogs } from './support/console.ts';
import { showAnew } from './support/kept-pages.ts';
import { addProject, addTasks } from './support/plans.ts';
import { addressOf } from './support/screens.ts';
import { SPECIFIED_CONSOLE } from './support/specified-console.ts';
import { MENU_ITEMS, SPECIFIED } from './support/specified-strings.ts';
import { expect, test } from './support/test.ts';

for (const { at, as, filled, texts, controls = [], fields = [], refusal } of [...SPECIFIED, ...SPECIFIED_CONSOLE]) {
  test(`${at} shows a ${as} ${filled ? 'account with projects' : 'visitor'} the specification's words`, async ({
    keepPage,
    addPerson,
    server,
    signIn,
    faults,
  }) => {
    if (refusal !== undefined) faults.expect(refusal);
    const { page, made } = await keepPage(`words for ${as} ${filled ? 'with projects' : ''}`, async (fresh) => {
      const projects = { id: '', empty: '' };
      if (as === 'guest') return { projects };
      const person = await addPerson(as === 'admin' ? { isAdmin: true } : { tier: as });
      await signIn(fresh, person);
      if (filled && as === 'admin') await fillLogs(server, person);
      else if (filled) {
        projects.id = await addProject(server, person, 'Harbor API', { description: 'Rate limits' });
        projects.empty = await addProject(server, person, 'Lighthouse', { status: 'archived' });
        await addTasks(server, projects.id, [
          ['Lay the keel', 'done'],
          ['Raise the mast', 'wip'],
          ['Set sail', 'open'],
        ]);
      }
      return { person, projects };
    });
    const { person, projects } = made;
    const wordsOf = (text: string) => text.replace('{email}', person?.email ?? '').replace('{id}', person?.id ?? '');
    await showAnew(page, wordsOf(addressOf(at, projects)));
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    for (const name of controls) {
      const tab = page.getByRole('tab', { name });
      const control = page.getByRole('button', { name }).or(page.getByRole('link', { name })).or(tab);
      await expect(control.first(), name).toBeVisible();
    }
    for (const name of fields) await expect(page.getByLabel(name, { exact: true }), name).toBeVisible();
    // Compared as a whole: a text may span several elements, and values may be in fields.
    const shown = async () => {
      const text = await page.locator('body').textContent();
      const values = await page
        .locator('input')
        .evaluateAll((inputs) => inputs.map((input) => (input as HTMLInputElement).value));
      return [text, ...values].join('\n');
    };
    for (const text of texts) {
      const wanted = wordsOf(text);
      await expect.poll(shown, { message: `${at} says "${wanted}"` }).toContain(wanted);
    }
  });
}

test('the avatar menu offers its places in the specified order', async ({ signedIn: page }) => {
  const late = Promise.withResolvers<void>();
  await page.route('**/api/instance', async (route) => {
    await late.promise;
    await route.fallback();
  });
  await page.goto('/projects');
  const avatar = page.getByRole('button', { name: /^Account menu/ });
  await expect(avatar, 'not before its places are known').toBeDisabled();
  late.resolve();
  await avatar.click();
  const items = page.getByRole('menuitem');
  // Places that came after the specification.
  const added = ['Switch Theme', 'Documentation'];
  const names = async () =>
    (await items.allInnerTexts()).map((text) => text.split('\n', 1)[0] ?? '').filter((name) => !added.includes(name));
  expect(await names()).toEqual(MENU_ITEMS.slice(1));
  await page.keyboard.press('Escape');
  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByRole('button', { name: /^Account menu/ }).click();
  expect(await names()).toEqual(MENU_ITEMS);
});
