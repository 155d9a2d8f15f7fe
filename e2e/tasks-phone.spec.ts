import type { Page } from '@playwright/test';
import { expectNoSideways } from './support/expect-accessible.ts';
import { HOLDER, addHarbor } from './support/harbor.ts';
import { panelButton } from './support/phone-panels.ts';
import { notesPanel, rowOf, statusLine, taskPanel, treeOf } from './support/tasks-screen.ts';
import { expect, test } from './support/test.ts';

test.use({ reducedMotion: 'no-preference' });

const HELD = 'Clock-skew guard';

/** Minimum size of touch targets among visible controls. */
async function expectRoomForFingers(page: Page, what: string): Promise<void> {
  const small = await page.getByRole('button').evaluateAll((elements) =>
    elements.flatMap((element) => {
      const { width, height } = element.getBoundingClientRect();
      return element.checkVisibility() &&
        element.getAttribute('tabindex') !== '-1' &&
        width > 0 &&
        (width < 24 || height < 24)
        ? [`${element.outerHTML.slice(0, 120)} ${width}x${height}`]
        : [];
    }),
  );
  expect(small, what).toEqual([]);
}

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true });

  test('one panel at a time, and a task is read, changed and noted on', async ({ signedIn: page, person, server }) => {
    const harbor = await addHarbor(page, server, person);
    const { token } = await harbor.claim(HELD);
    await harbor.note('FINDING', 'The clock of node 3 runs ahead.', HELD);
    await page.goto(harbor.at);

    await test.step('the tree first, with rows for fingers and the holder across the screen', async () => {
      await expect(treeOf(page)).toBeVisible();
      await expect(notesPanel(page)).toBeHidden();
      const row = await rowOf(page, HELD).boundingBox();
      expect(row?.height).toBe(40);
      const holder = page.locator('[data-part=holder]');
      await expect(holder).toContainText(`${HOLDER} holds the baton`);
      expect((await holder.boundingBox())?.width).toBeGreaterThan(340);
      await expect(statusLine(page)).toContainText('Connected');
      await expectRoomForFingers(page, 'the tree');
      await expectNoSideways(page, 390, 'the tree');
    });

    await test.step('a tap on a row leads to the task', async () => {
      await rowOf(page, HELD).tap();
      await expect(taskPanel(page).getByRole('heading', { name: HELD })).toBeVisible();
      await expect(treeOf(page)).toBeHidden();
      await expect(panelButton(page, 'Notes')).toContainText('1');
      await expectRoomForFingers(page, 'the task');
      await expectNoSideways(page, 390, 'the task');
    });

    await test.step('the notes are one tap away', async () => {
      await panelButton(page, 'Notes').tap();
      await expect(notesPanel(page).getByText('The clock of node 3 runs ahead.')).toBeVisible();
      await expect(taskPanel(page)).toBeHidden();
      await notesPanel(page).getByRole('button', { name: 'Add a note…' }).tap();
      await notesPanel(page).getByLabel('Add a note to this task').fill('Written on the quay');
      await notesPanel(page).getByRole('button', { name: 'Add note', exact: true }).tap();
      await expect(notesPanel(page).getByText('Written on the quay')).toBeVisible();
      await expectRoomForFingers(page, 'the notes');
      await expectNoSideways(page, 390, 'the notes');
    });

    await test.step('back in the tree the row is selected and what others do arrives', async () => {
      await panelButton(page, 'Task Tree').tap();
      await expect(rowOf(page, HELD)).toHaveAttribute('aria-selected', 'true');
      await harbor.api.send('POST', `/api/tasks/${harbor.task(HELD).id}/release`, { baton: token });
      await expect(rowOf(page, HELD).getByText('WIP', { exact: true })).toHaveCount(0);
      await expect(page.locator('[data-part=holder]')).toHaveText('Nobody holds the baton');
    });
  });

  test('a link to a task opens on the task', async ({ signedIn: page, person, server }) => {
    const harbor = await addHarbor(page, server, person);
    await page.goto(`${harbor.at}?task=${harbor.task(HELD).id}`);
    await expect(taskPanel(page).getByRole('heading', { name: HELD })).toBeInViewport();
    await panelButton(page, 'Task Tree').tap();
    await expect(rowOf(page, HELD)).toBeInViewport();
  });
});

test('everything is reached at 320 px and with the text at twice its size', async ({
  signedIn: page,
  person,
  server,
}) => {
  const harbor = await addHarbor(page, server, person);
  await harbor.claim(HELD);
  await harbor.note('FINDING', `A_word_without_an_end_${'x'.repeat(200)}\n\n\`\`\`\n${'y'.repeat(300)}\n\`\`\``, HELD);
  // A viewport of 1440 px zoomed to 200 % has 720 px by 450 px left.
  for (const size of [
    { width: 320, height: 640 },
    { width: 720, height: 450 },
  ]) {
    await page.setViewportSize(size);
    await page.goto(`${harbor.at}?task=${harbor.task(HELD).id}`);
    for (const panel of ['Task Tree', 'Task', 'Notes'] as const) {
      await panelButton(page, panel).click();
      const what = `${panel} at ${size.width} px`;
      const over = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
      expect(over, what).toBeLessThanOrEqual(0);
      const region = page.getByRole('region', { name: panel, exact: true });
      await expect(region, what).toBeInViewport();
      const wide = await region.evaluate((element) =>
        [...element.querySelectorAll('*')].flatMap((each) => {
          const box = each.getBoundingClientRect();
          const isCut =
            each.closest('pre, [role=tree], [class*=typography_visuallyHidden], [class*=typography_truncate]') ===
              null &&
            box.width > 0 &&
            box.right > innerWidth + 1;
          return isCut ? [`${each.outerHTML.slice(0, 100)} ends at ${Math.round(box.right)}`] : [];
        }),
      );
      expect(wide, what).toEqual([]);
    }
  }
});

test('forced colours leave status, path and lane to be seen', async ({ signedIn: page, person, server }) => {
  const harbor = await addHarbor(page, server, person);
  await harbor.claim(HELD);
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.emulateMedia({ forcedColors: 'active' });
  await page.goto(`${harbor.at}?task=${harbor.task(HELD).id}`);
  await expect(rowOf(page, HELD).getByText('WIP', { exact: true })).toBeVisible();
  const lane = page
    .getByRole('region', { name: 'Task Tree' })
    .getByRole('img', { name: /^Progress by task list/ })
    .locator('i')
    .first();
  const border = await lane.evaluate((block) => Number.parseFloat(getComputedStyle(block).borderTopWidth));
  const outline = await lane.evaluate((block) => Number.parseFloat(getComputedStyle(block).outlineWidth));
  expect(border + outline, 'a block of the lane has an edge').toBeGreaterThan(0);
  await test.info().attach('forced colours', { body: await page.screenshot(), contentType: 'image/png' });
});
