import type { Locator, Page } from '@playwright/test';
import type { Instance } from './instance.ts';
import type { Person } from './people.ts';

export const CONSOLE_PATHS = [
  '/admin',
  '/admin/users',
  '/admin/users/01900000-0000-7000-8000-000000000000',
  '/admin/settings',
  '/admin/errors',
  '/admin/logs',
  '/admin/database',
  '/admin/safety',
  '/admin/maintenance',
] as const;

export const controlOf = (page: Page, name: string): Locator => page.getByRole('button', { name, exact: true });

/** Opens a confirmation dialog and confirms it. */
export async function confirmAct(page: Page, button: string, title: string | RegExp, yes = button): Promise<void> {
  await controlOf(page, button).click();
  const dialog = page.getByRole('dialog', { name: title });
  await dialog.getByRole('button', { name: yes, exact: true }).click();
  await dialog.waitFor({ state: 'detached' });
}

const ERROR_ID = '01900000-0000-7000-8000-00000000e001';
const CALL_ID = '01900000-0000-7000-8000-00000000c001';

/** One error and one call, once for all tests on this server. */
export async function fillLogs({ sql }: Instance, { id }: Person): Promise<void> {
  await sql(
    `insert into error_groups (id, fingerprint, level, category, message, seen, first_seen, last_seen, context)
     values ($1, 'of-the-journey', 'critical', 'service', 'The model is silent', 1, now(), now(), '{"model": "fake"}')
     on conflict do nothing`,
    [ERROR_ID],
  );
  await sql(
    `insert into mcp_logs (id, user_id, command, status_code, response_time_ms, agent, bytes_out, inserted_at)
     values ($1, $2, 'orient', 200, 3, 'claude-code', 812, now()) on conflict do nothing`,
    [CALL_ID, id],
  );
}
