import type { Page } from '@playwright/test';
import type { Instance } from './support/instance.ts';
import type { Person } from './support/people.ts';
import { expect, test } from './support/test.ts';

// A server of its own, because the maintenance message is shown to everybody on the instance.
test.use({ ownServer: {} });

const SCRIPT = `<img src=x onerror="document.title='run'"><script>document.title='run'</script>`;
/** An unbreakable word, bidirectional control characters and zero-width characters. */
const ODD = `\u202Egnidaer\u200B\u2066 ${'W'.repeat(160)}`;
const EMAIL = `${'w'.repeat(64)}@${'x'.repeat(60)}.${'y'.repeat(60)}.example.com`;
const GROUP = '01900000-0000-7000-8000-00000000e0dd';

async function fill({ sql }: Instance, { id }: Person): Promise<void> {
  await sql('update users set email = $2, name = $3 where id = $1', [id, EMAIL, `${SCRIPT} ${ODD}`.slice(0, 200)]);
  await sql(
    `insert into error_groups (id, fingerprint, level, category, message, seen, first_seen, last_seen, request_id, context)
     values ($1, 'odd', 'critical', 'service', $2, 1, now(), now(), $3, jsonb_build_object($3::text, $2::text))`,
    [GROUP, `${SCRIPT} ${ODD}`, 'r'.repeat(120)],
  );
  await sql(
    `insert into error_logs (id, group_id, level, category, message, request_id, context, timestamp)
     select id, id, level, category, message, request_id, context, last_seen from error_groups where id = $1`,
    [GROUP],
  );
  await sql(
    `insert into mcp_logs (id, user_id, command, status_code, response_time_ms, agent, bytes_out, inserted_at)
     values (gen_random_uuid(), $1, $2, 500, 2147483647, $3, 2147483647, now())`,
    [id, `${SCRIPT}${'c'.repeat(100)}`.slice(0, 100), `${SCRIPT} ${ODD}`.slice(0, 100)],
  );
  await sql(
    `insert into audit_log (id, actor, action, subject)
     values (gen_random_uuid(), jsonb_build_object('kind', 'user', 'id', $1::text, 'name', $2::text), 'user.suspended', $1)`,
    [id, `${SCRIPT} ${ODD}`.slice(0, 200)],
  );
  await sql('update system_settings set maintenance_message = $1', [`${SCRIPT} ${ODD}`]);
}

const SCREENS: Record<string, { at: string; ready: (page: Page) => Promise<void> }> = {
  'the dashboard': { at: '/admin', ready: (page) => page.getByText(SCRIPT).first().waitFor() },
  'the users': { at: '/admin/users', ready: (page) => page.getByText(EMAIL).first().waitFor() },
  'one user': { at: '/admin/users/{id}', ready: (page) => page.getByText(SCRIPT).first().waitFor() },
  'a suspension': {
    at: '/admin/users/{id}',
    ready: async (page) => {
      await page.getByRole('button', { name: 'Suspend', exact: true }).click();
      await page.getByRole('dialog', { name: EMAIL }).waitFor();
    },
  },
  'the settings': { at: '/admin/settings', ready: (page) => page.getByLabel('Max tasks per project').waitFor() },
  'the errors': { at: '/admin/errors', ready: (page) => page.getByText(SCRIPT).first().waitFor() },
  'one error': {
    at: '/admin/errors',
    ready: async (page) => {
      await page.getByRole('button', { name: SCRIPT }).click();
      await page.getByRole('dialog').getByText(SCRIPT).first().waitFor();
    },
  },
  'the activity': { at: '/admin/logs', ready: (page) => page.getByText('<img src=x').first().waitFor() },
  'the maintenance': {
    at: '/admin/maintenance',
    ready: (page) => expect(page.getByLabel('Message')).toHaveValue(new RegExp('<img')),
  },
  'the audit log': {
    at: '/admin/maintenance?tab=audit',
    ready: (page) => page.getByText(SCRIPT).filter({ visible: true }).first().waitFor(),
  },
};

/**
 * Elements whose text is cut off without an ellipsis. Tables may be wider than a small viewport: they scroll by
 * themselves.
 */
const cutOff = (page: Page) =>
  page.evaluate(() => {
    const isWide = innerWidth > 1_000;
    return [...document.querySelectorAll('html, body *')]
      .filter((element) => {
        const { overflowX, textOverflow, clipPath } = getComputedStyle(element);
        if (element.scrollWidth <= element.clientWidth + 1 || textOverflow === 'ellipsis' || clipPath !== 'none')
          return false;
        const isTable = element.firstElementChild?.tagName === 'TABLE';
        const hasText = [...element.childNodes].some((node) => node instanceof Text && node.data.trim() !== '');
        return hasText || element === document.documentElement || (overflowX !== 'visible' && (isWide || !isTable));
      })
      .map((element) => `${element.tagName} ${element.className} ${element.scrollWidth} in ${element.clientWidth}`);
  });

test('odd texts are shown as they are, and break no screen of the console', async ({
  page,
  addPerson,
  server,
  signIn,
  faults,
}) => {
  test.slow();
  faults.expect('503 *');
  const admin = await addPerson({ isAdmin: true });
  await signIn(page, admin);
  const odd = await addPerson();
  await fill(server, odd);
  for (const width of [1440, 390])
    for (const [name, { at, ready }] of Object.entries(SCREENS))
      await test.step(`${name}, ${width} px`, async () => {
        await page.setViewportSize({ width, height: 844 });
        await page.goto(at.replace('{id}', odd.id));
        await ready(page);
        // A chart renders once before it knows its width.
        await expect.poll(() => cutOff(page), name).toEqual([]);
        expect(await page.title(), name).not.toBe('run');
      });
});
