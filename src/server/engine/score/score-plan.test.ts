import { describe, expect, test } from 'vitest';
import { PlanDraft } from '#contract/plan-draft.ts';
import { planOffline } from '../offline/plan-offline.ts';
import { PLAN_MEASURES } from './measure-plans.ts';
import { isGood } from './measures.ts';
import { readCorpus } from './read-corpus.ts';
import { type PlanScore, scorePlan } from './score-plan.ts';

type Fault = Exclude<keyof PlanScore, 'tasks' | 'verbless'>;

describe.each(['tuned', 'held-out'] as const)('the %s corpus', (set) => {
  const corpus = readCorpus(set);

  test.each(PLAN_MEASURES)('$name', (measure) => {
    expect(corpus.length).toBeGreaterThan(0);
    const value = measure.run(corpus);
    expect(isGood(measure, value), `${value} against ${measure.limit}`).toBe(true);
  });

  test('every plan is one the contract takes', () => {
    for (const { content } of corpus) {
      const { draft } = planOffline(content, [], { maxTasks: 1_000 });
      expect(PlanDraft.parse(draft)).toEqual(draft);
    }
  });
});

describe('the score sees what is wrong', () => {
  const { extraction, draft } = planOffline(
    '# Ledger\n\n- The system must number invoices.\n- Users can print.\n',
    [],
    { maxTasks: 10 },
  );
  const [first, second] = draft.tasks as [PlanDraft['tasks'][0], PlanDraft['tasks'][0]];
  const [list] = draft.lists as [PlanDraft['lists'][0]];

  test.each<[Fault, PlanDraft]>([
    ['uncovered', { ...draft, tasks: [first] }],
    ['unknown', { ...draft, tasks: [first, { ...second, requirement_ids: [...second.requirement_ids, 'FR-9'] }] }],
    [
      'idle',
      {
        ...draft,
        tasks: [...draft.tasks, { ...second, key: 'x', title: 'Rest', requirement_ids: [], prd_lines: null }],
      },
    ],
    ['misplaced', { ...draft, tasks: [first, { ...second, prd_lines: { start: 1, end: 4 } }] }],
    ['dangling', { ...draft, tasks: [first, { ...second, depends_on: ['gone'] }] }],
    [
      'cycles',
      {
        ...draft,
        tasks: [
          { ...first, depends_on: [second.key] },
          { ...second, depends_on: [first.key] },
        ],
      },
    ],
    ['duplicates', { ...draft, tasks: [first, { ...second, title: first.title.toUpperCase() }] }],
    ['emptyBriefs', { ...draft, lists: [{ ...list, brief: ' ' }] }],
  ])('%s', (fault, broken) => {
    expect(scorePlan(extraction, draft)[fault]).toBe(0);
    expect(scorePlan(extraction, broken)[fault]).toBeGreaterThan(0);
  });

  test('a title without a verb', () => {
    expect(scorePlan(extraction, draft).verbless).toEqual([]);
    const broken = { ...draft, tasks: [first, { ...second, title: 'Invoices for everyone' }] };
    expect(scorePlan(extraction, broken).verbless).toEqual(['Invoices for everyone']);
  });
});
