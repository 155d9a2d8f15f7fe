import path from 'node:path';
import { expect, test } from 'vitest';
import { countPlaywright, countVitest } from './count-tests.ts';
import { plantFiles } from './plant-files.ts';

function withReport<T>(report: unknown, count: (file: string) => T): T {
  using tree = plantFiles({ 'report.json': JSON.stringify(report) });
  return count(path.join(tree.root, 'report.json'));
}

const passing = { status: 'passed', assertionResults: [{ status: 'passed' }, { status: 'passed' }] };
const failing = { status: 'failed', assertionResults: [{ status: 'passed' }, { status: 'failed' }] };
const broken = { status: 'failed', assertionResults: [] };

test('vitest’s passed and failed tests are counted', () => {
  const report = { numPassedTests: 3, numFailedTests: 1, testResults: [passing, failing] };
  expect(withReport(report, countVitest)).toMatchObject({ passed: 3, failed: 1 });
});

test('a test file that breaks before its first test counts as one failure', () => {
  const report = { numPassedTests: 2, numFailedTests: 0, testResults: [passing, broken] };
  expect(withReport(report, countVitest)).toMatchObject({ passed: 2, failed: 1 });
});

test('Playwright’s flaky journeys and loose errors count as failures', () => {
  const report = { stats: { expected: 9, unexpected: 1, flaky: 1 }, errors: [{ message: 'no server' }] };
  expect(withReport(report, countPlaywright)).toMatchObject({ passed: 9, failed: 3 });
});

test('a report that is not there or not a report is an error', () => {
  expect(() => countVitest('/nowhere/report.json')).toThrow('it wrote no report');
  expect(() => withReport({ tests: 3 }, countVitest)).toThrow('numPassedTests');
});

test('what failed is named, with the first lines of why', () => {
  const why = Array.from({ length: 40 }, (_, i) => `line ${i}`).join('\n');
  const file = {
    name: 'a.test.ts',
    status: 'failed',
    assertionResults: [
      { status: 'passed', fullName: 'fine', failureMessages: [] },
      { status: 'failed', fullName: 'the lock holds', failureMessages: [why] },
    ],
  };
  const gone = { name: 'b.test.ts', status: 'failed', message: 'cannot be read', assertionResults: [] };
  const { failures } = withReport({ numPassedTests: 1, numFailedTests: 1, testResults: [file, gone] }, countVitest);
  expect(failures).toEqual([
    { name: 'a.test.ts > the lock holds', why: expect.stringMatching(/^ {4}line 0\n[^]*line 11$/) },
    { name: 'b.test.ts', why: '    cannot be read' },
  ]);
});

test('a journey that failed is named, however deep its group', () => {
  const spec = (ok: boolean, title: string) => ({
    ok,
    title,
    file: 'x.spec.ts',
    tests: [{ results: [{ errors: ok ? [] : [{ message: '\u001b[31mnot visible\u001b[39m' }] }] }],
  });
  const suites = [{ specs: [spec(true, 'fine')], suites: [{ specs: [spec(false, 'signs in')] }] }];
  const report = { stats: { expected: 1, unexpected: 1, flaky: 0 }, errors: [], suites };
  expect(withReport(report, countPlaywright).failures).toEqual([
    { name: 'x.spec.ts > signs in', why: '    not visible' },
  ]);
});
