import { type Page, type Route, expect } from '@playwright/test';
import type { generatePlan } from '#contract/generation.ts';
import type { AnswerOf } from '#contract/endpoint.ts';
import type { Instance } from './instance.ts';

export const HARBOR_PRD = `# Harbor API

Public API for shipment quotes.

## Rate limiter

- The API must refuse a key that is over its limit with status 429.
- Every answer must say how much of the limit is left.

## Usage metering

- Calls must be counted per key and hour.
- The monthly total must be exact within one hour.

## Non-goals

- Billing is somebody else's work.
`;

const GENERATE = '**/api/ai-engine/prd-to-tasks';

export const editorOf = (page: Page) => page.getByRole('textbox', { name: 'Specification, markdown' });
/** As a person does it: what was there is selected and taken out first. */
export async function writeSpecification(page: Page, text: string): Promise<void> {
  await expect(page.locator('.cm-content')).toBeVisible();
  await editorOf(page).focus();
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.press('Delete');
  await page.keyboard.insertText(text);
}

export const generateButton = (page: Page) => page.getByRole('button', { name: 'Generate Tasks' });

/** The server does its work at once; the page is told when the journey has seen enough. */
export async function holdAnswer(page: Page): Promise<() => void> {
  let release: () => void = () => undefined;
  const held = new Promise<void>((resolve) => (release = resolve));
  await page.route(GENERATE, async (route: Route) => {
    const response = await route.fetch();
    await held;
    await route.fulfill({ response });
  });
  return release;
}

/** A plan made as an agent makes one: without a page. */
export async function generateFrom(
  page: Page,
  { url }: Instance,
  projectId: string,
  content: string,
): Promise<AnswerOf<typeof generatePlan>> {
  const { token } = (await (await page.request.get(`${url}/api/auth/token`)).json()) as { token: string };
  const response = await fetch(`${url}/api/ai-engine/prd-to-tasks`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      'x-project-id': projectId,
    },
    body: JSON.stringify({ content, filename: 'harbor.md', sessionId: `journey_${projectId}_${content.length}` }),
  });
  if (!response.ok) throw new Error(`the plan was not made: ${response.status} ${await response.text()}`);
  return ((await response.json()) as { data: AnswerOf<typeof generatePlan> }).data;
}

/** What the database says the plan is. */
export async function countPlan({ sql }: Instance, projectId: string) {
  const [row] = await sql<{ tasks: number; done: number; notes: number }>(
    `select (select count(*)::int from tasks where project_id = $1 and deleted_at is null) as tasks,
            (select count(*)::int from tasks where project_id = $1 and deleted_at is null and status = 'done') as done,
            (select count(*)::int from notes where project_id = $1 and deleted_at is null and not is_broadcast) as notes`,
    [projectId],
  );
  if (!row) throw new Error('the plan could not be counted');
  return row;
}
