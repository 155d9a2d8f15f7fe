import path from 'node:path';
import { expect, test } from 'vitest';
import { plantFiles } from '../plant-files.ts';
import { readPlaywright, readVitest } from './read-results.ts';
import { resultsOf } from './run-named-tests.ts';

test('of vitest, what passed and what failed is told, and what was left out is not', () => {
  const assertionResults = [
    { status: 'passed', fullName: 'a claim is taken' },
    { status: 'failed', fullName: 'a claim is refused' },
    { status: 'skipped', fullName: 'a claim waits' },
  ];
  using tree = plantFiles({
    'report.json': JSON.stringify({ testResults: [{ name: '/copy/src/claim.test.ts', assertionResults }] }),
  });
  expect(readVitest(path.join(tree.root, 'report.json'))).toEqual([
    { file: '/copy/src/claim.test.ts', title: 'a claim is taken', passed: true },
    { file: '/copy/src/claim.test.ts', title: 'a claim is refused', passed: false },
  ]);
});

test('of journeys, titles have those of their groups before them', () => {
  const spec = (title: string, status: string) => ({ title, file: 'sign-up.spec.ts', tests: [{ status }] });
  const group = { title: 'on a new instance', specs: [spec('a visitor signs up', 'unexpected')] };
  const file = { title: 'sign-up.spec.ts', specs: [spec('it is said', 'expected'), spec('later', 'skipped')] };
  using tree = plantFiles({ 'report.json': JSON.stringify({ suites: [{ ...file, suites: [group] }] }) });
  expect(readPlaywright(path.join(tree.root, 'report.json'))).toEqual([
    { file: 'sign-up.spec.ts', title: 'it is said', passed: true },
    { file: 'sign-up.spec.ts', title: 'on a new instance a visitor signs up', passed: false },
  ]);
});

test('a run that wrote no report has no results', () => {
  using tree = plantFiles({});
  expect(readVitest(path.join(tree.root, 'report.json'))).toEqual([]);
  expect(readPlaywright(path.join(tree.root, 'report.json'))).toEqual([]);
});

test('of a run of several sets, each sees the results of its own files and titles', () => {
  const results = [
    { file: '/copy/src/moved/claim.test.ts', title: 'a claim is taken', passed: true },
    { file: '/copy/src/moved/claim.test.ts', title: 'a claim is refused', passed: false },
    { file: '/copy/src/other.test.ts', title: 'a claim is taken', passed: false },
  ];
  expect(resultsOf(results, { files: ['src/claim.test.ts'], titled: 'is taken' })).toEqual(results.slice(0, 1));
  expect(resultsOf(results, { files: ['src/claim.test.ts'] })).toEqual(results.slice(0, 2));
});
