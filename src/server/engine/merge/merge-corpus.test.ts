import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Id } from '#contract/fields.ts';
import type { Requirement } from '#contract/requirement.ts';
import type { Snapshot } from '#server/plan/index.ts';
import { mergeText } from '#test/merge-text.ts';

const CORPUS = path.join(import.meta.dirname, '../../../../fixtures/prds');
const PRDS = readdirSync(CORPUS).filter((name) => name.endsWith('.md'));
/** The document without the lines of one requirement. */
function without(prd: string, { start_line, end_line }: Requirement): string {
  return prd
    .split('\n')
    .toSpliced(start_line - 1, end_line - start_line + 1)
    .join('\n');
}

const idsOf = (found: readonly Requirement[]) => new Set(found.map(({ id }) => id));

describe.each(PRDS)('%s', (name) => {
  const prd = readFileSync(path.join(CORPUS, name), 'utf8');
  const first = mergeText(prd, []);

  test('the same text a second time changes nothing', () => {
    const again = mergeText(prd, first.found, { plan: first.plan });
    expect(again.merged.changes.filter(({ change }) => change !== 'kept')).toEqual([]);
    expect(again.plan).toEqual(first.plan);
  });

  test('a deleted requirement orphans exactly the tasks that answered it alone, and covers all that is left', () => {
    const step = Math.max(1, Math.floor(first.found.length / 6));
    for (const gone of first.found.filter((_, place) => place % step === 0)) {
      const next = mergeText(without(prd, gone), first.found, { plan: first.plan });
      const left = idsOf(next.found);
      const lost = first.found.filter(({ id }) => !left.has(id)).map(({ id }) => id);
      const expected = first.plan.tasks
        .filter(({ requirement_ids: ids = [] }) => ids.length > 0 && ids.every((id) => lost.includes(id)))
        .map(({ title }) => title);
      const orphaned = next.plan.tasks.filter(({ prd_state }) => prd_state === 'orphaned').map(({ title }) => title);
      expect(orphaned.toSorted(), `without ${gone.id}: ${gone.text}`).toEqual(expected.toSorted());
      const covered = new Set(next.plan.tasks.flatMap(({ requirement_ids }) => requirement_ids ?? []));
      expect([...left].filter((id) => !covered.has(id))).toEqual([]);
      expect(next.merged.removed.tasks.length).toBeLessThanOrEqual(first.plan.tasks.length);
    }
  });

  test('finished and noted work is still there after a shorter, turned round and reworded text', () => {
    const parents = new Set(first.plan.task_lists.map(({ parent_task_id }) => parent_task_id));
    const leaves = first.plan.tasks.filter(({ id }) => !parents.has(id));
    const done = new Set(leaves.filter((_, place) => place % 2 === 0).map(({ id }) => id));
    const noted = new Set<Id>(leaves.filter((_, place) => place % 2 === 1).map(({ id }) => id));
    const worked: Snapshot = {
      ...first.plan,
      tasks: first.plan.tasks.map((task) =>
        done.has(task.id)
          ? { ...task, status: 'done', is_completed: true, completed_at: '2026-01-01T00:00:00.000Z' }
          : task,
      ),
    };
    const settled = mergeText(prd, first.found, { plan: worked, noted }).plan;
    const lines = prd.split('\n');
    for (const changed of [
      lines.slice(0, Math.ceil(lines.length / 2)).join('\n'),
      lines.map((line) => line.replaceAll(/\bmust\b/g, 'shall')).join('\n'),
      '# Another product\n\n- It must fly.\n',
    ]) {
      const next = mergeText(changed, first.found, { plan: settled, noted });
      const after = new Map(next.plan.tasks.map((task) => [task.id, task]));
      for (const id of noted) expect(after.has(id)).toBe(true);
      for (const id of done)
        expect(after.get(id)).toMatchObject({ status: 'done', title: leaves.find((each) => each.id === id)?.title });
      const again = mergeText(changed, next.found, { plan: next.plan, noted });
      expect(again.plan).toEqual(next.plan);
    }
  });
});
