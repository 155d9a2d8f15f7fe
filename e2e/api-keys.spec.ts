import type { Page } from '@playwright/test';
import { KEY_TEXTS } from '#contract/api-key-texts.ts';
import { CLIENT_IDS } from '#contract/clients/client.ts';
import { CONNECT_TEXTS } from '#contract/connect-texts.ts';
import { connectAgent, makeKey } from './support/agent.ts';
import { expectAccessible, expectNoSideways } from './support/expect-accessible.ts';
import { tabTo } from './support/keys.ts';
import { toastOf } from './support/parts.ts';
import { apiOf } from './support/person-api.ts';
import { addProject, addTasks } from './support/plans.ts';
import { expect, test } from './support/test.ts';

test.use({ viewport: { width: 1440, height: 900 }, permissions: ['clipboard-read', 'clipboard-write'] });

const FULL = /^baton_[0-9A-Za-z]{40}$/;
const keyCard = (page: Page) => page.getByRole('region', { name: 'Your API key' });
const shownKey = (page: Page) => keyCard(page).locator('[data-part=code] pre');
const liveLine = (page: Page) => page.locator('[data-part=live-line]');
const clipboard = (page: Page) => page.evaluate(() => navigator.clipboard.readText());
const statusOf = async (url: string, key: string) =>
  (await fetch(`${url}/api/projects`, { headers: { authorization: `Bearer ${key}` } })).status;

async function generate(page: Page): Promise<string> {
  await keyCard(page).getByRole('button', { name: 'Generate' }).click();
  await expect(shownKey(page)).toHaveText(FULL);
  return shownKey(page).innerText();
}

async function regenerate(page: Page): Promise<void> {
  await keyCard(page).getByRole('button', { name: 'Regenerate' }).click();
  const dialog = page.getByRole('dialog', { name: 'Regenerate API key?' });
  await expect(dialog).toContainText(KEY_TEXTS.regenerateWarning);
  await dialog.getByRole('button', { name: 'Regenerate' }).click();
}

test('a key is made, shown in full once, and works', async ({ signedIn: page, server }) => {
  await page.goto('/api-keys');
  await expect(page.getByRole('navigation', { name: 'Breadcrumb' })).toHaveText('/API Keys');
  await expect(page.getByRole('heading', { name: 'No API Key Found' })).toBeVisible();
  const key = await generate(page);
  await expect(toastOf(page, 'API Key Generated')).toBeVisible();
  await expect(keyCard(page).getByText('Active', { exact: true })).toBeVisible();
  expect(await statusOf(server.url, key)).toBe(200);
  await expect(keyCard(page)).not.toContainText('last regenerated');

  await keyCard(page).getByRole('button', { name: 'Copy key' }).click();
  await expect(keyCard(page).getByText('Copied!')).toBeVisible();
  await expect(toastOf(page, 'Copied!')).toContainText('API key copied to clipboard');
  expect(await clipboard(page)).toBe(key);
  await expect(keyCard(page).getByRole('button', { name: 'Copy key' }), 'resets by itself').toBeVisible();

  await page.reload();
  await expect(keyCard(page).getByText(`${key.slice(0, 4)}••••••••••••••••••••${key.slice(-4)}`)).toBeVisible();
  expect(await page.content()).not.toContain(key);
});

test('a regenerated key shuts the old one out at once', async ({ signedIn: page, server }) => {
  const old = await makeKey(await apiOf(page, server));
  expect(await statusOf(server.url, old)).toBe(200);
  await page.goto('/api-keys');
  await regenerate(page);
  await expect(toastOf(page, 'API Key Regenerated')).toBeVisible();
  const key = await shownKey(page).innerText();
  expect(key).toMatch(FULL);
  expect([await statusOf(server.url, old), await statusOf(server.url, key)]).toEqual([401, 200]);
  await expect(keyCard(page)).toContainText('last regenerated');
});

test('a key that was not kept holds the page until somebody decides', async ({ signedIn: page }) => {
  await page.goto('/projects');
  await expect(page.getByRole('heading', { name: 'Welcome to Baton!' })).toBeVisible();
  await page.keyboard.press('g');
  await page.keyboard.press('k');
  const key = await generate(page);
  const asked = page.waitForEvent('dialog');
  await page.evaluate(() => void setTimeout(() => location.reload()));
  const dialog = await asked;
  expect(dialog.type()).toBe('beforeunload');
  await dialog.dismiss();
  await expect(shownKey(page)).toHaveText(key);

  const question = page.getByRole('dialog', { name: 'Leave without saving the key?' });
  await page.evaluate(() => history.back());
  await expect(question.getByRole('button', { name: 'Stay' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(question).toHaveCount(0);
  await expect(page).toHaveURL('/api-keys');
  await expect(shownKey(page)).toHaveText(key);
  await page.getByRole('link', { name: 'Baton, projects' }).click();
  await question.getByRole('button', { name: 'Leave' }).click();
  await expect(page).toHaveURL('/projects');
});

test('the line turns to connected with the first call, and says when the variable is not set', async ({
  signedIn: page,
  person,
  server,
}) => {
  const projectId = await addProject(server, person, 'Harbor API');
  await addTasks(server, projectId, [['Lay the keel', 'open']]);
  await page.clock.install();
  await page.goto(`/api-keys?project=${projectId}`);
  await expect(liveLine(page)).toHaveText('Waiting for the first call…');

  const refused = await fetch(`${server.url}/mcp`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      authorization: 'Bearer ${BATON_API_KEY}',
      'x-project-id': projectId,
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} }),
  });
  expect(refused.status).toBe(401);
  expect(await refused.text()).toContain(KEY_TEXTS.notSet);
  // The line is polled every two seconds, the key's last use every ten.
  await page.clock.fastForward(2_000);
  await expect(liveLine(page).getByRole('alert')).toHaveText(KEY_TEXTS.notSet);

  const apiKey = await generate(page);
  const agent = await connectAgent(server, { apiKey, projectId });
  expect(await agent.call('orient')).toContain('Lay the keel');
  await agent.close();
  await expect(liveLine(page)).toHaveText(/^claude-code connected, last call \d+s ago/);
  await page.clock.fastForward(10_000);
  await expect(keyCard(page)).toContainText(/last used \d+s ago by claude-code/);
  await keyCard(page).getByRole('button', { name: 'I have saved it' }).click();
});

test('each client gets its file, this address and the chosen project', async ({ signedIn: page, person, server }) => {
  const projectId = await addProject(server, person, 'Harbor API');
  const other = await addProject(server, person, 'Lighthouse');
  await page.goto(`/api-keys?project=${projectId}&way=key`);
  const panel = page.getByRole('tabpanel');
  const snippet = panel.locator('[data-part=code]').filter({ hasText: projectId });
  for (const [client, file] of [
    ['Codex', '.codex/config.toml'],
    ['Gemini CLI', '.gemini/settings.json'],
    ['Goose', '~/.config/goose/config.yaml'],
    ['Cursor', '.cursor/mcp.json'],
    ['VS Code (Copilot)', '.vscode/mcp.json'],
    ['Windsurf', '~/.codeium/windsurf/mcp_config.json'],
    ['Kilo Code', '.kilo/kilo.jsonc'],
  ] as const) {
    await page.getByRole('tab', { name: client }).click();
    await expect(panel.getByText(file).first()).toBeVisible();
    await page.evaluate(() => navigator.clipboard.writeText('nothing yet'));
    await snippet.getByRole('button', { name: 'Copy code' }).click();
    await expect.poll(() => clipboard(page), client).toContain(projectId);
    expect(await clipboard(page)).toContain(`${server.url}/mcp`);
  }
  await page.getByRole('tab', { name: 'Claude Code' }).click();
  await snippet.getByRole('button', { name: 'Copy code' }).click();
  await expect.poll(() => clipboard(page)).toContain('claude mcp add --scope project --transport http baton');
  await page.getByLabel('Project', { exact: true }).selectOption('Lighthouse');
  await expect(page).toHaveURL(new RegExp(`project=${other}`));
  await expect(panel).toContainText(other);
});

test('a client is found and set up by keyboard alone, signing in first', async ({ signedIn: page, person, server }) => {
  await addProject(server, person, 'Harbor API');
  await page.goto('/api-keys');
  const panel = page.getByRole('tabpanel');
  await expect(page.getByRole('tab')).toHaveCount(CLIENT_IDS.length);
  await expect(panel).toContainText(`claude mcp add --transport http baton ${server.url}/mcp`);
  await tabTo(page, page.getByRole('searchbox', { name: CONNECT_TEXTS.search }));
  await page.keyboard.type('zed');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('tabpanel', { name: 'Zed' })).toContainText('.zed/settings.json');
  await page.keyboard.press('Escape');
  await page.keyboard.press('Tab');
  await expect(page.getByRole('tab', { name: 'Zed' })).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await expect(page.getByRole('tab', { name: 'Cline' })).toBeFocused();
  const key = panel.getByRole('button', { name: CONNECT_TEXTS.ways.key });
  await tabTo(page, key);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/client=cline&way=key/);
  await expect(panel).toContainText('baton login');
});

test('on a phone the clients are one field', async ({ signedIn: page, person, server }) => {
  await addProject(server, person, 'Harbor API');
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/api-keys');
  await page.getByLabel(CONNECT_TEXTS.client, { exact: true }).selectOption('Gemini CLI');
  await expect(page.getByRole('tabpanel', { name: 'Gemini CLI' })).toContainText('.gemini/settings.json');
  await expectNoSideways(page, 390, 'a client on a phone');
});

test('a key is made, copied and replaced by keyboard alone', async ({ signedIn: page }) => {
  await page.goto('/projects');
  await expect(page.getByRole('heading', { name: 'Welcome to Baton!' })).toBeVisible();
  await page.keyboard.press('g');
  await page.keyboard.press('k');
  await expect(page).toHaveURL(/\/api-keys$/);
  const generateButton = keyCard(page).getByRole('button', { name: 'Generate' });
  await expect(generateButton).toBeVisible();
  await tabTo(page, generateButton);
  await page.keyboard.press('Enter');
  await expect(keyCard(page).getByRole('button', { name: 'Copy key' })).toBeFocused();
  await page.keyboard.press('Enter');
  const first = await shownKey(page).innerText();
  await expect.poll(() => clipboard(page)).toBe(first);

  const again = keyCard(page).getByRole('button', { name: 'Regenerate' });
  await tabTo(page, again);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog').getByRole('button', { name: 'Cancel' })).toBeFocused();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(shownKey(page)).not.toHaveText(first);
  await tabTo(page, keyCard(page).getByRole('button', { name: 'I have saved it' }));
  await page.keyboard.press('Enter');
  await expect(shownKey(page)).toHaveCount(0);
});

test('every state is accessible in both themes and on both widths', async ({ signedIn: page, person, server }) => {
  await page.goto('/api-keys');
  await expect(page.getByRole('heading', { name: 'No API Key Found' })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'No project yet' })).toBeVisible();
  await expectAccessible(page, 'no key, no project');
  await addProject(server, person, 'A project with a name that is far too long for the row it stands in');
  await page.reload();
  await generate(page);
  await expect(page.getByRole('tabpanel')).toBeVisible();
  await expectAccessible(page, 'a new key');
  await expectNoSideways(page, 320, 'a new key');
  await keyCard(page).getByRole('button', { name: 'I have saved it' }).click();
  await keyCard(page).getByRole('button', { name: 'Regenerate' }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await expectAccessible(page, 'the confirmation');
});

test('the credentials of a project are at hand on its screens', async ({ signedIn: page, person, server }) => {
  const projectId = await addProject(server, person, 'Harbor API');
  await addTasks(server, projectId, [['Lay the keel', 'open']]);
  await page.goto(`/projects/${projectId}/prd`);
  await page.getByRole('button', { name: 'Credentials' }).click();
  const dialog = page.getByRole('dialog', { name: 'Credentials' });
  await expect(dialog).toContainText('No API Key Found');
  await dialog.getByRole('button', { name: 'Generate' }).click();
  await expect(toastOf(page, 'API Key Generated')).toBeVisible();
  await expectAccessible(page, 'credentials with a new key');
  await dialog.getByRole('button', { name: 'Copy Both' }).click();
  await expect(toastOf(page, 'Copied!')).toBeVisible();
  const both = await clipboard(page);
  expect(both).toContain(projectId);
  const key = /baton_\w+/.exec(both)?.[0] ?? '';
  expect(await statusOf(server.url, key)).toBe(200);
  await page.keyboard.press('Escape');

  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto(`/projects/${projectId}/tasks`);
  await page.getByRole('button', { name: 'Credentials' }).click();
  for (const text of [projectId, person.name, person.id.slice(0, 8), KEY_TEXTS.secure, ...KEY_TEXTS.instructions])
    await expect(dialog).toContainText(text);
  await expect(dialog).not.toContainText(key);
  await expectAccessible(page, 'credentials');
  await dialog.getByRole('button', { name: 'Copy Both' }).click();
  await expect(page.getByRole('dialog')).toContainText(KEY_TEXTS.regenerateWarning);
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
  await dialog.getByRole('link', { name: 'Connect an agent' }).click();
  await expect(page).toHaveURL(`/api-keys?project=${projectId}`);
});
