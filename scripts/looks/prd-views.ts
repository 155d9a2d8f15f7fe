import type { Page } from '@playwright/test';
import { TIDE_PRD, chooseFile, generateButton, roleAt } from '../../e2e/support/prd.ts';
import type { World } from './add-world.ts';
import { hold, refuse } from './answers.ts';
import type { View } from './view.ts';

const emptyAt =
  (search = '') =>
  ({ tide }: World) =>
    `/projects/${tide.empty}/prd${search}`;
const plannedAt =
  (search = '') =>
  ({ tide }: World) =>
    `/projects/${tide.id}/prd${search}`;

async function readTide(page: Page): Promise<void> {
  await chooseFile(page, 'tide.md', TIDE_PRD);
  await roleAt(page, 13).waitFor();
}
const planPanelOnPhone = async (page: Page) => {
  const toPlan = page.getByRole('button', { name: /^Plan \d/ });
  if (await toPlan.isVisible()) await toPlan.click();
};

/** A document that was dropped on a project without a plan. */
const dropped: readonly View[] = [
  { name: 'prd-reading', as: 'planner', at: emptyAt(), height: 1500, open: readTide, highContrast: true },
  {
    name: 'prd-reading-plan',
    as: 'planner',
    only: 'phone',
    at: emptyAt(),
    open: async (page) => {
      await readTide(page);
      await planPanelOnPhone(page);
    },
  },
  {
    name: 'prd-unsure',
    as: 'planner',
    at: emptyAt(),
    open: async (page) => {
      await readTide(page);
      await page.keyboard.press('u');
      await page.getByRole('button', { name: 'Plan it' }).waitFor();
    },
  },
  {
    name: 'prd-role-menu',
    as: 'planner',
    at: emptyAt(),
    open: async (page) => {
      await readTide(page);
      await roleAt(page, 13).click();
      await page.getByRole('menu').waitFor();
    },
  },
  {
    name: 'prd-row-hover',
    as: 'planner',
    only: 'wide',
    at: emptyAt(),
    open: async (page) => {
      await readTide(page);
      await page.getByText('A loan must end after four weeks.').first().hover();
    },
  },
  {
    name: 'prd-find',
    as: 'planner',
    at: emptyAt(),
    open: async (page) => {
      await readTide(page);
      await page.keyboard.press('/');
      await page.keyboard.type('must');
      await page.getByText('1 of 4').waitFor();
    },
  },
  {
    name: 'prd-folded',
    as: 'planner',
    at: emptyAt(),
    open: async (page) => {
      await readTide(page);
      await page.keyboard.press('e');
      await page.getByRole('button', { name: /^Features, \d+ lines/ }).waitFor();
    },
  },
  {
    name: 'prd-filtered',
    as: 'planner',
    at: emptyAt(),
    open: async (page) => {
      await readTide(page);
      await page
        .getByRole('region', { name: 'Document' })
        .getByRole('button', { name: /^[\d,–]+ limits?$/ })
        .click();
    },
  },
  {
    name: 'prd-way-builtin',
    as: 'planner',
    at: emptyAt('?way=builtin'),
    open: (page) => readTide(page).then(() => planPanelOnPhone(page)),
  },
  {
    name: 'prd-way-model',
    as: 'planner',
    at: emptyAt('?way=model'),
    open: (page) => readTide(page).then(() => planPanelOnPhone(page)),
  },
  {
    name: 'prd-way-agent',
    as: 'planner',
    at: emptyAt('?way=agent'),
    open: (page) => readTide(page).then(() => planPanelOnPhone(page)),
  },
  {
    name: 'prd-editing',
    as: 'planner',
    at: emptyAt(),
    open: async (page) => {
      await readTide(page);
      await page.getByRole('tab', { name: 'Edit' }).click();
      await page.getByRole('textbox', { name: 'Specification, markdown' }).waitFor();
      await page.mouse.move(0, 0);
    },
  },
  {
    name: 'prd-refused-file',
    as: 'planner',
    at: emptyAt(),
    shows: '0 characters',
    open: async (page) => {
      const file = { name: 'plan.txt', mimeType: 'text/plain', buffer: Buffer.from('x') };
      await page.getByLabel('Markdown file').setInputFiles(file);
      await page.getByRole('alert').waitFor();
    },
  },
  {
    name: 'prd-generating',
    as: 'planner',
    at: emptyAt('?way=builtin'),
    prepare: (page) => hold(page, '**/api/ai-engine/prd-to-tasks'),
    open: async (page) => {
      await readTide(page);
      await generateButton(page).click();
      await page.getByRole('dialog', { name: 'Generating Tasks' }).waitFor();
    },
  },
];

/** A plan made from the document, with two versions of it. */
const planned: readonly View[] = [
  { name: 'prd-planned', as: 'planner', at: plannedAt(), shows: 'Lending', height: 1500 },
  { name: 'prd-planned-line', as: 'planner', at: plannedAt('?view=read#L13'), shows: 'Lending' },
  { name: 'prd-planned-preview', as: 'planner', at: plannedAt('?view=preview'), shows: 'Lending', height: 1500 },
  { name: 'prd-planned-edit', as: 'planner', at: plannedAt('?view=edit'), shows: 'Lending' },
  {
    name: 'prd-planned-panel',
    as: 'planner',
    only: 'phone',
    at: plannedAt(),
    shows: 'Lending',
    open: planPanelOnPhone,
  },
  {
    name: 'prd-versions',
    as: 'planner',
    at: plannedAt(),
    shows: 'Lending',
    open: async (page) => {
      await page.getByRole('button', { name: 'Versions' }).click();
      const versions = page.getByRole('dialog', { name: 'PRD versions' });
      await versions.getByRole('button', { name: /Version 1/ }).waitFor();
      await page.waitForLoadState('networkidle');
    },
  },
  {
    name: 'prd-changed-check',
    as: 'planner',
    at: plannedAt(),
    shows: 'Lending',
    open: async (page) => {
      await chooseFile(page, 'tide.md', `${TIDE_PRD}\n## Fines\n\n- A fine must be told by mail.\n`);
      await page.getByText('A fine must be told by mail.').first().waitFor();
      await page.getByRole('button', { name: /^Update plan/ }).click();
      await page.getByRole('button', { name: 'Merge into plan' }).waitFor();
    },
  },
];

const PRD = /\/api\/projects\/[^/]+\/prd(\?|$)/;
const states: readonly View[] = [
  { name: 'prd-loading', as: 'planner', at: plannedAt(), prepare: (page) => hold(page, PRD) },
  { name: 'prd-failed', as: 'planner', at: plannedAt(), prepare: (page) => refuse(page, PRD), shows: 'Try Again' },
  { name: 'prd-read-only', as: 'crowded', at: ({ readOnly }) => `/projects/${readOnly}/prd`, shows: 'Choose projects' },
];

export const prdViews: readonly View[] = [...dropped, ...planned, ...states];
