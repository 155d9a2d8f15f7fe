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

/** Two features, one ticked box, an ambiguous section, and constraints. */
export const TIDE_PRD = `# Tide: lending for a small library

Tide lends books to the members of a small library.

## Background

Members wait at the counter for a quarter of an hour.

## Features

### Lending

- A member must be able to borrow a book at the counter.
- A loan must end after four weeks.
- [x] The counter shows who has a book.

### Returning

- A returned book must be free at once.
- A late return must be noted with its fine.

## Reading room

- Lamps on every desk
- Lockers by the door
- A shelf for newspapers

## Out of scope

- Inter-library loans
- Payments by card
`;

const GENERATE = '**/api/ai-engine/prd-to-tasks';

export const editorOf = (page: Page) => page.getByRole('textbox', { name: 'Specification, markdown' });
/** By the keyboard: selects and replaces the existing text. */
export async function writeSpecification(page: Page, text: string): Promise<void> {
  await expect(page.locator('.cm-content')).toBeVisible();
  await editorOf(page).focus();
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.press('Delete');
  await page.keyboard.insertText(text);
}

export const generateButton = (page: Page) => page.getByRole('button', { name: 'Generate Tasks' });
/** With an existing plan the button updates it. */
export const updateButton = (page: Page) => page.getByRole('button', { name: /^Update plan/ });

export const planPanel = (page: Page) => page.getByRole('region', { name: 'Plan', exact: true });
/** The role button in the margin of a line. */
export const roleAt = (page: Page, line: number) => page.getByRole('button', { name: new RegExp(`^Line ${line}: `) });
/** The filter chip with the number of lines of a role. */
export const filterChip = (page: Page, role: string) =>
  page.getByRole('region', { name: 'Document' }).getByRole('button', { name: new RegExp(`^[\\d,–]+ ${role}$`) });

export async function chooseFile(page: Page, name: string, content: string): Promise<void> {
  const file = { name, mimeType: 'text/markdown', buffer: Buffer.from(content) };
  await page.getByLabel('Markdown file').setInputFiles(file);
}

/** Delays the answer to the page, while the server completes its work; returns the function that releases it. */
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

/** Generates a plan over the API. */
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

/** The plan's counts in the database. */
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
