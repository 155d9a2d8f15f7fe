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
  expect(withReport(report, countVitest)).toEqual({ passed: 3, failed: 1 });
});

test('a test file that breaks before its first test counts as one failure', () => {
  const report = { numPassedTests: 2, numFailedTests: 0, testResults: [passing, broken] };
  expect(withReport(report, countVitest)).toEqual({ passed: 2, failed: 1 });
});

test('Playwright’s flaky journeys and loose errors count as failures', () => {
  const report = { stats: { expected: 9, unexpected: 1, flaky: 1 }, errors: [{ message: 'no server' }] };
  expect(withReport(report, countPlaywright)).toEqual({ passed: 9, failed: 3 });
});

test('a report that is not there or not a report is an error', () => {
  expect(() => countVitest('/nowhere/report.json')).toThrow('it wrote no report');
  expect(() => withReport({ tests: 3 }, countVitest)).toThrow('numPassedTests');
});
