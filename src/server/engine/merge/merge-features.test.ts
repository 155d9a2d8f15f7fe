import { describe, expect, test } from 'vitest';
import type { Id } from '#contract/fields.ts';
import { PARKED_REASON } from '#contract/plan-texts.ts';
import { newId } from '#server/platform/id.ts';
import type { Snapshot } from '#server/plan/index.ts';
import {
  asPlan,
  done,
  editTask,
  findTask,
  mergeDraft,
  readFeatures,
  titlesIn,
  withoutTask,
} from '#test/merge-plans.ts';
import { kindsOf } from '#test/merge-text.ts';
import type { Merged, Mine } from './sides.ts';

const merge = (mine: Partial<Mine>, prd: string): Merged => mergeDraft(mine, readFeatures(prd));
const first = (prd: string): Snapshot => asPlan(merge({}, prd));
const checksOf = (plan: { tasks: Snapshot['tasks'] }, title: string) =>
  findTask(plan, title).checks.map(({ text, met }) => (met ? `x ${text}` : text));
const expectIdle = (merged: Merged, prd: string, mine: Partial<Mine> = {}) => {
  const again = merge({ ...mine, plan: asPlan(merged) }, prd);
  expect(kindsOf(again)).toEqual({});
  expect(asPlan(again)).toEqual(asPlan(merged));
};

const PRD = `## House
### Front door
- R1: It opens
- R2: It closes
- R3: It locks
### Window
- R4: It tilts
- R5: It keeps the rain out
## Garden
### Pond
- R6: It holds water
`;

/** A task planned by a person or agent, for these requirements. */
const ownTask = (plan: Snapshot, title: string, ids: string[]): Snapshot => {
  const like = findTask(plan, 'Window');
  const own = { ...like, id: newId(), number: 90, title, requirement_ids: ids, order_in_parent: 90_000, origin: null };
  return { ...plan, tasks: [...plan.tasks, { ...own, checks: [] }] };
};

describe('a feature of many requirements', () => {
  test('becomes a task with their checks, and the same PRD again changes nothing', () => {
    const merged = merge({}, PRD);
    expect(findTask(merged.plan, 'Front door').requirement_ids).toEqual(['R1', 'R2', 'R3']);
    expect(checksOf(merged.plan, 'Front door')).toEqual(['It opens', 'It closes', 'It locks']);
    expectIdle(merged, PRD);
  });

  test('leaves to other tasks what they answer already', () => {
    const bare = first(PRD.replace(/### Front door\n(?:- .*\n){3}/u, ''));
    const plan = ownTask(bare, 'Mine', ['R2']);
    const merged = merge({ plan }, PRD);
    expect(kindsOf(merged)).toEqual({ 'Front door': 'added' });
    expect(findTask(merged.plan, 'Front door').requirement_ids).toEqual(['R1', 'R3']);
    expect(checksOf(merged.plan, 'Front door')).toEqual(['It opens', 'It locks']);
    expectIdle(merged, PRD);
    // Unedited texts still follow the draft.
    const renamed = PRD.replace('Front door', 'Red door').replace('It locks', 'It locks twice');
    const next = merge({ plan: asPlan(merged) }, renamed);
    expect(checksOf(next.plan, 'Red door')).toEqual(['It opens', 'It locks twice']);
    expectIdle(next, renamed);
  });

  test('leaves to other tasks what the PRD says a second time of what they answer', () => {
    const bare = first(PRD.replace(/- R3: It locks\n/u, ''));
    const merged = merge({ plan: ownTask(bare, 'Mine', ['R3']) }, PRD.replace('R3:', 'R3 R9:'));
    expect(findTask(merged.plan, 'Mine').requirement_ids).toEqual(['R3', 'R9']);
    expect(checksOf(merged.plan, 'Front door')).toEqual(['It opens', 'It closes']);
    expectIdle(merged, PRD.replace('R3:', 'R3 R9:'));
  });

  test('is not made where others answer all of it', () => {
    const plan = ownTask(first(PRD.replace(/## Garden\n(?:.*\n){2}/u, '')), 'Mine', ['R6']);
    expect(kindsOf(merge({ plan }, PRD))).toEqual({});
  });

  test('loses and gets checks with the PRD while nobody has edited them', () => {
    const next = PRD.replace('- R2: It closes\n', '').replace('- R4', '- R8: It is clean\n- R4');
    const merged = merge({ plan: first(PRD) }, next);
    expect(kindsOf(merged)).toEqual({ 'Front door': 'updated', Window: 'updated' });
    expect(checksOf(merged.plan, 'Front door')).toEqual(['It opens', 'It locks']);
    expect(checksOf(merged.plan, 'Window')).toEqual(['It is clean', 'It tilts', 'It keeps the rain out']);
    expectIdle(merged, next);
  });

  test('keeps checks that somebody edited, and gets those of new requirements behind them', () => {
    const checks = [{ text: 'Mine', met: true }];
    const plan = editTask(first(PRD), 'Window', { checks });
    const next = PRD.replace('- R4', '- R8: It is clean\n- R4').replace('It tilts', 'It tilts far');
    const merged = merge({ plan }, next);
    expect(checksOf(merged.plan, 'Window')).toEqual(['x Mine', 'It is clean']);
    expect(findTask(merged.plan, 'Window').prd_state).toBe('review');
    const less = asPlan(merged);
    expectIdle(merged, next);
    expectIdle(merge({ plan: editTask(less, 'Window', { checks }) }, next), next);
  });

  test('keeps what somebody works on together, and gives the rest away', () => {
    const moved = PRD.replace('- R3: It locks\n', '').replace('- R6', '- R3: It locks\n- R6');
    const untouched = merge({ plan: first(PRD) }, moved);
    expect(checksOf(untouched.plan, 'Front door')).toEqual(['It opens', 'It closes']);
    expect(checksOf(untouched.plan, 'Pond')).toEqual(['It locks', 'It holds water']);
    expectIdle(untouched, moved);

    const plan = first(PRD);
    const noted = new Set<Id>([findTask(plan, 'Front door').id]);
    const merged = merge({ plan, noted }, moved);
    expect(kindsOf(merged)).toEqual({});
    expect(checksOf(merged.plan, 'Front door')).toEqual(['It opens', 'It closes', 'It locks']);
    expectIdle(merged, moved, { noted });
    expect(kindsOf(merge({ plan: editTask(plan, 'Front door', done) }, moved))).toEqual({});
  });

  test('does not get back what somebody said by hand that it does not answer, but what is new', () => {
    const plan = editTask(first(PRD), 'Front door', { requirement_ids: ['R1', 'R3'] });
    expect(kindsOf(merge({ plan }, PRD))).toEqual({});
    const next = PRD.replace('- R3', '- R8: It rings\n- R3');
    const merged = merge({ plan }, next);
    expect(findTask(merged.plan, 'Front door').requirement_ids).toEqual(['R1', 'R3', 'R8']);
    expect(checksOf(merged.plan, 'Front door')).toContain('It rings');
    expectIdle(merged, next);
  });
});

describe('what somebody deleted', () => {
  const whole = first(PRD);
  const origin = findTask(whole, 'Front door').origin;
  const mine = { plan: withoutTask(whole, 'Front door'), deleted: origin === null ? [] : [origin] };

  test('stays deleted, and what comes new to it is a task without the rest', () => {
    expect(kindsOf(merge(mine, PRD))).toEqual({});
    const next = PRD.replace('- R3', '- R8: It rings\n- R3').replace('It opens', 'It opens wide');
    const merged = merge(mine, next);
    expect(kindsOf(merged)).toEqual({ 'Front door': 'added' });
    expect(checksOf(merged.plan, 'Front door')).toEqual(['It opens wide', 'It rings']);
    expectIdle(merged, next, { deleted: mine.deleted });
  });

  test('stays deleted where the PRD only says it once more', () => {
    expect(kindsOf(merge(mine, PRD.replace('R3:', 'R3 R9:')))).toEqual({});
  });
});

describe('finished work', () => {
  const plan = editTask(first(PRD), 'Front door', done);

  test('is followed by a task with only what changed and what is new', () => {
    const next = PRD.replace('It locks', 'It locks twice').replace('- R2', '- R8: It rings\n- R2');
    const merged = merge({ plan }, next);
    expect(kindsOf(merged)).toEqual({ 'Revise: Front door': 'follow_up' });
    expect(checksOf(merged.plan, 'Revise: Front door').toSorted()).toEqual(['It locks twice', 'It rings']);
    expect(checksOf(merged.plan, 'Front door')).toEqual(['It opens', 'It closes', 'It locks']);
    expect(titlesIn(merged.plan, 'House')).toEqual(['Front door', 'Revise: Front door', 'Window']);
    expectIdle(merged, next);
    const gone = findTask(merged.plan, 'Revise: Front door').origin;
    const without = withoutTask(asPlan(merged), 'Revise: Front door');
    expect(kindsOf(merge({ plan: without, deleted: gone === null ? [] : [gone] }, next))).toEqual({});
  });

  test('answers what the PRD says a second time', () => {
    const next = PRD.replace('R3:', 'R3 R9:');
    const merged = merge({ plan }, next);
    expect(kindsOf(merged)).toEqual({ 'Front door': 'updated' });
    expect(findTask(merged.plan, 'Front door').requirement_ids).toEqual(['R1', 'R2', 'R3', 'R9']);
    expectIdle(merged, next);
    const own = ownTask(first(PRD.replace(/## Garden\n(?:.*\n){2}/u, '')), 'Mine', ['R6']);
    const both = merge({ plan: own }, PRD.replace('R6:', 'R6 R9:'));
    expect(findTask(both.plan, 'Mine').requirement_ids).toEqual(['R6', 'R9']);
    expect(both.plan.tasks).toHaveLength(3);
  });

  test('needs no follow-up for what the PRD says is done', () => {
    const next = PRD.replace('- R3: It locks', '- [x] R3: It locks twice\n- [x] R8: It rings');
    const merged = merge({ plan }, next);
    expect(merged.plan.tasks).toHaveLength(3);
    expect(findTask(merged.plan, 'Front door').requirement_ids).toContain('R8');
    expectIdle(merged, next);
  });
});

describe('what the PRD ticks', () => {
  const TICKED = PRD.replaceAll(/- (R[123]):/gu, '- [x] $1:');

  test('is born done and never open work', () => {
    const merged = merge({}, TICKED.replace('- R4', '- [x] R4'));
    expect(findTask(merged.plan, 'Front door')).toMatchObject({ status: 'done', is_completed: true });
    expect(findTask(merged.plan, 'Front door').completed_at).not.toBeNull();
    expect(checksOf(merged.plan, 'Window')).toEqual(['x It tilts', 'It keeps the rain out']);
    expect(findTask(merged.plan, 'Window').status).toBe('open');
    expectIdle(merged, TICKED.replace('- R4', '- [x] R4'));
  });

  test('follows the PRD like any task that nobody has touched', () => {
    const next = TICKED.replace('It locks', 'It locks twice').replace('Front door', 'Red door');
    const merged = merge({ plan: first(TICKED) }, next);
    expect(findTask(merged.plan, 'Red door').status).toBe('done');
    expect(checksOf(merged.plan, 'Red door')).toEqual(['x It opens', 'x It closes', 'x It locks twice']);
    expectIdle(merged, next);
    const open = merge({ plan: first(TICKED) }, TICKED.replace('[x] R3', 'R3'));
    expect(findTask(open.plan, 'Front door')).toMatchObject({ status: 'open', completed_at: null });
    expect(checksOf(open.plan, 'Front door')).toEqual(['x It opens', 'x It closes', 'It locks']);
    expect(kindsOf(open)).toEqual({ 'Front door': 'updated' });
  });

  test('later is met and done then, and open again when it is not', () => {
    const merged = merge({ plan: first(PRD) }, TICKED);
    expect(kindsOf(merged)).toEqual({ 'Front door': 'updated' });
    expect(findTask(merged.plan, 'Front door')).toMatchObject({ status: 'done', is_completed: true });
    expectIdle(merged, TICKED);
    const back = merge({ plan: asPlan(merged) }, PRD);
    expect(findTask(back.plan, 'Front door')).toMatchObject({ status: 'open', is_completed: false });
    expect(checksOf(back.plan, 'Front door')).toEqual(['It opens', 'It closes', 'It locks']);
    expectIdle(back, PRD);
  });

  test('is met in what somebody has touched, and that stays met and open', () => {
    const plan = editTask(first(PRD), 'Front door', { description: 'Mine.' });
    const merged = merge({ plan }, TICKED);
    expect(findTask(merged.plan, 'Front door').status).toBe('open');
    expect(checksOf(merged.plan, 'Front door')).toEqual(['x It opens', 'x It closes', 'x It locks']);
    const back = merge({ plan: asPlan(merged) }, PRD);
    expect(checksOf(back.plan, 'Front door')).toEqual(['x It opens', 'x It closes', 'x It locks']);
    expectIdle(back, PRD);
  });

  test('changes nothing that an agent holds, until it is free', () => {
    const plan = editTask(first(PRD), 'Front door', { status: 'wip' });
    const held = new Set<Id>([findTask(plan, 'Front door').id]);
    const merged = merge({ plan, held }, TICKED);
    expect(kindsOf(merged)).toEqual({});
    expect(checksOf(merge({ plan: asPlan(merged) }, TICKED).plan, 'Front door')).toContain('x It locks');
  });

  test('does not undo what an agent has met, or what somebody opened again', () => {
    const met = first(PRD)
      .tasks.find(({ title }) => title === 'Front door')
      ?.checks.map((each) => ({ ...each, met: true }));
    const plan = editTask(first(PRD), 'Front door', { checks: met ?? [] });
    const back = merge({ plan: asPlan(merge({ plan }, TICKED)) }, PRD);
    expect(checksOf(back.plan, 'Front door')).toEqual(['x It opens', 'x It closes', 'x It locks']);
    const open = { status: 'open', is_completed: false, completed_at: null } as const;
    const opened = editTask(first(TICKED), 'Front door', open);
    expect(kindsOf(merge({ plan: opened }, TICKED))).toEqual({});
  });
});

describe('what the PRD puts off', () => {
  const LATER = PRD.replace('### Pond', '### Pond (later)');

  test('is parked, and free again when the PRD wants it now', () => {
    const merged = merge({}, LATER);
    expect(findTask(merged.plan, 'Pond')).toMatchObject({ status: 'open', blocked_reason: PARKED_REASON });
    expectIdle(merged, LATER);
    const now = merge({ plan: asPlan(merged) }, PRD);
    expect(kindsOf(now)).toEqual({ Pond: 'updated' });
    expect(findTask(now.plan, 'Pond').blocked_reason).toBeNull();
    const again = merge({ plan: asPlan(now) }, LATER);
    expect(findTask(again.plan, 'Pond').blocked_reason).toBe(PARKED_REASON);
  });

  test('still follows the PRD: being parked is nobody’s work', () => {
    const merged = merge({ plan: first(LATER) }, LATER.replace('Pond', 'Deep pond'));
    expect(findTask(merged.plan, 'Deep pond').blocked_reason).toBe(PARKED_REASON);
  });

  test('is not parked again once somebody has lifted it, nor while somebody works on it', () => {
    const lifted = editTask(first(LATER), 'Pond', { blocked_reason: null });
    expect(findTask(merge({ plan: lifted }, LATER).plan, 'Pond').blocked_reason).toBeNull();
    const blocked = editTask(first(PRD), 'Pond', { blocked_reason: 'No shovel' });
    expect(findTask(merge({ plan: blocked }, LATER).plan, 'Pond').blocked_reason).toBe('No shovel');
    expect(findTask(merge({ plan: editTask(first(PRD), 'Pond', done) }, LATER).plan, 'Pond').blocked_reason).toBeNull();
  });
});

describe('headings', () => {
  test('that get another name keep their task and their list', () => {
    const plan = editTask(first(PRD), 'Front door', { description: 'Mine.' });
    const merged = merge({ plan }, PRD.replace('Front door', 'Red door').replace('## House', '## Hut'));
    expect(findTask(merged.plan, 'Red door')).toMatchObject({
      id: findTask(plan, 'Front door').id,
      description: 'Mine.',
    });
    expect(merged.plan.task_lists.map(({ id }) => id)).toEqual(plan.task_lists.map(({ id }) => id));
    expect(titlesIn(merged.plan, 'Hut')).toEqual(['Red door', 'Window']);
  });

  test('that exchange their names do not exchange the work below them', () => {
    const plan = editTask(first(PRD), 'Front door', done);
    const swapped = PRD.replace('### Window', '### Gate')
      .replace('### Front door', '### Window')
      .replace('Gate', 'Front door');
    const merged = merge({ plan }, swapped);
    const finished = merged.plan.tasks.find(({ id }) => id === findTask(plan, 'Front door').id);
    expect(finished).toMatchObject({ status: 'done', title: 'Front door', requirement_ids: ['R1', 'R2', 'R3'] });
    const other = merged.plan.tasks.find(({ id }) => id === findTask(plan, 'Window').id);
    expect(other).toMatchObject({ status: 'open', title: 'Front door', requirement_ids: ['R4', 'R5'] });
    expect(merged.plan.tasks).toHaveLength(3);
    expectIdle(merged, swapped);
  });

  test('of lists that exchange their names keep what stands below them', () => {
    const plan = editTask(first(PRD), 'Front door', { description: 'Mine.' });
    const swapped = PRD.replace('## House', '## Barn').replace('## Garden', '## House').replace('## Barn', '## Garden');
    const merged = merge({ plan }, swapped);
    expect(titlesIn(merged.plan, 'Garden')).toEqual(['Front door', 'Window']);
    expect(titlesIn(merged.plan, 'House')).toEqual(['Pond']);
    expectIdle(merged, swapped);
  });

  test('whose requirements are all new keep the task of that name', () => {
    const next = PRD.replace('R6', 'R66').replace('It holds water', 'It has fish');
    const merged = merge({ plan: first(PRD) }, next);
    expect(findTask(merged.plan, 'Pond')).toMatchObject({ requirement_ids: ['R66'], prd_state: null });
    expect(merged.plan.tasks).toHaveLength(3);
  });
});
