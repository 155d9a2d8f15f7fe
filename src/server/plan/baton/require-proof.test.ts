import { describe, expect, test } from 'vitest';
import { newId } from '#server/platform/id.ts';
import type { Finish } from './finish.ts';
import { requireProof, tickChecks } from './require-proof.ts';

const CHECKS = [
  { text: 'It is straight', met: false },
  { text: 'It floats', met: true, seen: 'In the dock' },
];
const finish = (fields: Partial<Finish> = {}): Finish => ({
  id: newId(),
  baton: '1.k3f9x2ab',
  outcome: 'done',
  summary: 'Laid the keel.',
  ...fields,
});
const rule = { task: { number: 4 }, checks: CHECKS, doneMeans: 'word' as const, verifyCommand: 'make check' };
const verification = { command: 'make check', exit_code: 0, seconds: 1, output: '', commit: null };

function refusalOf(work: () => void): Record<string, unknown> | undefined {
  try {
    work();
    return undefined;
  } catch (error) {
    return error as Record<string, unknown>;
  }
}

describe('checks', () => {
  test('are ticked one by one with what was seen; the others stay as they were', () => {
    expect(tickChecks({ number: 4, checks: CHECKS }, [{ n: 1, seen: 'A taut line' }])).toEqual([
      { text: 'It is straight', met: true, seen: 'A taut line' },
      CHECKS[1],
    ]);
    expect(tickChecks({ number: 4, checks: CHECKS }, [])).toEqual(CHECKS);
  });

  test('that are not there are refused with how many there are', () => {
    expect(refusalOf(() => tickChecks({ number: 4, checks: CHECKS }, [{ n: 3, seen: 'x' }]))).toMatchObject({
      type: 'VALIDATION_ERROR',
      message: 'T4 has 2 checks: 3 is not one of them.',
      detail: { issues: [{ path: 'checks', message: 'there is no check 3' }] },
    });
    expect(refusalOf(() => tickChecks({ number: 4, checks: [] }, [{ n: 1, seen: 'x' }]))).toMatchObject({
      message: 'T4 has no checks. Leave checks out.',
    });
  });
});

describe('what is said at the end', () => {
  test.each(['', '  ', 'Done.', 'It works', '👍 👍 👍', undefined])('%j is too little', (summary) => {
    const said = { ...finish(), summary } as Finish;
    expect(refusalOf(() => requireProof(said, rule))).toMatchObject({
      type: 'VALIDATION_ERROR',
      message: 'summary must say what was done, in at least 3 words',
    });
  });

  test.each(['Laid the keel.', '三つの言葉がここにある', 'Kiel ist gelegt'])('%j is enough', (summary) => {
    expect(refusalOf(() => requireProof(finish({ summary }), rule))).toBeUndefined();
  });

  test('is needed of every end but a question, and a question of that', () => {
    for (const outcome of ['release', 'block', 'skip'] as const)
      expect(refusalOf(() => requireProof(finish({ outcome, summary: 'No.' }), rule))).toMatchObject({
        message: 'summary must say why it ends here, in at least 3 words',
      });
    expect(refusalOf(() => requireProof(finish({ outcome: 'ask', summary: '', question: 'Oak?' }), rule))).toBe(
      undefined,
    );
    expect(refusalOf(() => requireProof(finish({ outcome: 'ask' }), rule))).toMatchObject({
      message: 'question is needed with outcome ask',
    });
  });

  test('has all its faults named at once', () => {
    expect(refusalOf(() => requireProof(finish({ summary: 'No.', question: 'Oak?' }), rule))).toMatchObject({
      detail: { issues: [{ path: 'summary' }, { path: 'question', message: 'belongs to outcome ask' }] },
    });
    expect(refusalOf(() => requireProof(finish({ options: [] }), rule))).toMatchObject({
      message: 'options belongs to outcome ask',
    });
  });
});

describe('done means', () => {
  test('word: whoever did it says so', () => {
    expect(refusalOf(() => requireProof(finish(), rule))).toBeUndefined();
  });

  test('checks: none is open, and those that are open are listed by number', () => {
    const checks = { ...rule, doneMeans: 'checks' as const };
    expect(refusalOf(() => requireProof(finish(), checks))).toMatchObject({
      type: 'CONFLICT',
      detail: { code: 'CHECKS_OPEN' },
      message:
        'T4 is not done: 1 of 2 checks are open. Pass checks: [{n, seen}] with what you saw of each.\n1. It is straight',
    });
    const met = CHECKS.map((check) => ({ ...check, met: true }));
    expect(refusalOf(() => requireProof(finish(), { ...checks, checks: met }))).toBeUndefined();
    for (const outcome of ['release', 'block', 'skip'] as const)
      expect(refusalOf(() => requireProof(finish({ outcome }), checks))).toBeUndefined();
  });

  test('a long list of open checks is cut, and says how many more there are', () => {
    const many = Array.from({ length: 50 }, (_, n) => ({ text: `${n} ${'x'.repeat(300)}`, met: false }));
    const refusal = refusalOf(() => requireProof(finish(), { ...rule, doneMeans: 'checks', checks: many }));
    expect(String(refusal?.['message']).split('\n')).toHaveLength(22);
    expect(String(refusal?.['message'])).toContain('and 30 more');
    expect(String(refusal?.['message']).length).toBeLessThan(4_000);
  });

  test('verified: the project’s own command ran and passed', () => {
    const verified = { ...rule, doneMeans: 'verified' as const, checks: [] };
    const code = { detail: { code: 'NOT_VERIFIED' } };
    expect(refusalOf(() => requireProof(finish(), verified))).toMatchObject({
      ...code,
      message: expect.stringContaining('run baton done T4 --verify, which runs "make check"'),
    });
    const other = { ...verification, command: 'true' };
    expect(refusalOf(() => requireProof(finish({ verification: other }), verified))).toMatchObject(code);
    const failed = { ...verification, exit_code: 2 };
    expect(refusalOf(() => requireProof(finish({ verification: failed }), verified))).toMatchObject({
      ...code,
      message: expect.stringContaining('failed with exit code 2'),
    });
    expect(refusalOf(() => requireProof(finish({ verification }), verified))).toBeUndefined();
    expect(refusalOf(() => requireProof(finish({ verification }), { ...verified, checks: CHECKS }))).toMatchObject({
      detail: { code: 'CHECKS_OPEN' },
    });
    expect(refusalOf(() => requireProof(finish(), { ...verified, verifyCommand: null }))).toBeUndefined();
  });
});
