import { describe, expect, test } from 'vitest';
import { changesOf, isEmpty, LIMIT_NAMES, overridesOf, problemOf, textsOf, typeLimit, warningsOf } from './limits.ts';
import { wishOf } from './tier.ts';

const numbers = (projects: number) => ({
  daily_prd_limit: 1,
  daily_task_gen_limit: 1,
  daily_total_operations_limit: 1,
  monthly_prd_limit: 1,
  monthly_task_gen_limit: 1,
  monthly_total_operations_limit: 1,
  max_projects: projects,
  storage_mb: 50,
});

describe('a field', () => {
  test.each(['', ' ', '0', '7', ' 12 ', '100000'])('may hold "%s"', (text) => {
    expect(problemOf(text)).toBeUndefined();
  });

  test.each(['-1', '1.5', '1e3', 'many', '100001', '9999999', '٣'])('may not hold "%s"', (text) => {
    expect(problemOf(text)).toBe('A whole number from 0 to 100,000.');
  });
});

describe('the form', () => {
  test('begins with what is set, and an empty field sends nothing for its limit', () => {
    const texts = { ...textsOf(null), max_projects: ' 12 ' };
    expect(isEmpty(textsOf(null))).toBe(true);
    expect(isEmpty(texts)).toBe(false);
    const sent = overridesOf(texts);
    expect(sent.max_projects).toBe(12);
    expect(LIMIT_NAMES.filter((name) => sent[name] === null)).toHaveLength(7);
    expect(textsOf(sent).max_projects).toBe('12');
  });

  test('tells a limit of nothing from no limit of its own', () => {
    expect(overridesOf({ ...textsOf(null), max_projects: '0' }).max_projects).toBe(0);
    expect(textsOf(overridesOf({ ...textsOf(null), max_projects: '0' })).max_projects).toBe('0');
  });

  test('knows what changes for the account', () => {
    const now = { effective: numbers(12), tier: numbers(1) };
    expect(changesOf(textsOf(null), now)).toEqual([{ name: 'max_projects', label: 'Max projects', from: 12, to: 1 }]);
    expect(changesOf({ ...textsOf(null), max_projects: '12' }, now)).toEqual([]);
  });
});

describe('the total', () => {
  const tier = { ...numbers(1), daily_total_operations_limit: 2 };
  const typed = (texts = textsOf(null)) => ({
    total: texts.daily_total_operations_limit,
    type: (name: (typeof LIMIT_NAMES)[number], text: string) => typed(typeLimit(texts, name, text, tier)),
    texts,
  });

  test('follows what it is made of, and goes with it', () => {
    const more = typed().type('daily_task_gen_limit', '5');
    expect(more.total).toBe('6');
    expect(more.texts.monthly_total_operations_limit).toBe('');
    expect(more.type('daily_prd_limit', '3').total).toBe('8');
    expect(more.type('daily_task_gen_limit', 'x').total).toBe('');
    expect(more.type('daily_task_gen_limit', '').total).toBe('');
  });

  test('stays as somebody typed it, and is warned of where it keeps another limit from being reached', () => {
    const own = typed().type('daily_total_operations_limit', '4').type('daily_task_gen_limit', '5');
    expect(own.total).toBe('4');
    expect(warningsOf(own.texts, tier)).toEqual({
      daily_task_gen_limit: 'Daily task generation limit cannot exceed the daily total operations limit',
      monthly_task_gen_limit: 'Monthly task generation limit cannot be lower than the daily limit',
      monthly_total_operations_limit: 'Monthly total operations limit cannot be lower than the daily limit',
    });
    expect(warningsOf(textsOf(null), { ...tier, daily_prd_limit: 9 }), 'the plan is not this form’s').toEqual({});
  });
});

describe('a plan', () => {
  const free = { name: 'free', granted: false, until: null } as const;
  const gift = { name: 'pro', granted: true, until: '2027-01-31T23:59:59.000Z' } as const;
  const paid = { name: 'pro', granted: false, until: '2027-01-31T12:00:00.000Z' } as const;

  test('that the account has already is not sent', () => {
    expect(wishOf(free, 'free', '2027-01-31')).toBeUndefined();
    expect(wishOf(gift, 'pro', '2027-01-31')).toBeUndefined();
    expect(wishOf(paid, 'pro', '')).toBeUndefined();
  });

  test('is sent with the last second of its last day', () => {
    expect(wishOf(free, 'pro', '2027-02-01')).toEqual({ tier: 'pro', until: '2027-02-01T23:59:59.000Z' });
    expect(wishOf(gift, 'pro', '')).toEqual({ tier: 'pro', until: null });
    expect(wishOf(gift, 'free', '2027-01-31')).toEqual({ tier: 'free', until: null });
  });
});
