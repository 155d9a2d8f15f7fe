import { existsSync, readFileSync } from 'node:fs';
import { stripVTControlCharacters } from 'node:util';
import { z } from 'zod';

export interface Failure {
  readonly name: string;
  readonly why: string;
}

export interface TestCount {
  readonly passed: number;
  readonly failed: number;
  /** Failed tests by name, with the first lines of the reason. */
  readonly failures?: readonly Failure[];
}

const LINES_OF_WHY = 12;

const VitestReport = z.object({
  numPassedTests: z.number(),
  numFailedTests: z.number(),
  testResults: z.array(
    z.object({
      name: z.string().default(''),
      status: z.string(),
      message: z.string().default(''),
      assertionResults: z.array(
        z.object({
          status: z.string(),
          fullName: z.string().default(''),
          failureMessages: z.array(z.string()).nullish(),
        }),
      ),
    }),
  ),
});

interface Suite {
  suites?: Suite[] | undefined;
  specs?:
    | {
        ok: boolean;
        title: string;
        file: string;
        tests: { results: { errors: { message?: string | undefined }[] }[] }[];
      }[]
    | undefined;
}

const Suite: z.ZodType<Suite> = z.object({
  get suites() {
    return z.array(Suite).optional();
  },
  specs: z
    .array(
      z.object({
        ok: z.boolean(),
        title: z.string(),
        file: z.string(),
        tests: z.array(
          z.object({ results: z.array(z.object({ errors: z.array(z.object({ message: z.string().optional() })) })) }),
        ),
      }),
    )
    .optional(),
});

const PlaywrightReport = z.object({
  stats: z.object({ expected: z.number(), unexpected: z.number(), flaky: z.number() }),
  errors: z.array(z.unknown()),
  suites: z.array(Suite).default([]),
});

/** A file that fails before its first test reports none, so it counts as one failure. */
export function countVitest(reportFile: string): TestCount {
  const report = readReport(reportFile, VitestReport);
  const brokenFiles = report.testResults.filter(
    (file) => file.status === 'failed' && file.assertionResults.every((test) => test.status !== 'failed'),
  );
  const failures = report.testResults.flatMap((file) => [
    ...file.assertionResults
      .filter((test) => test.status === 'failed')
      .map((test) => explain(`${file.name} > ${test.fullName}`, test.failureMessages?.join('\n') ?? '')),
    ...(brokenFiles.includes(file) ? [explain(file.name, file.message)] : []),
  ]);
  return { passed: report.numPassedTests, failed: report.numFailedTests + brokenFiles.length, failures };
}

/** A flaky test counts as failed. Errors outside tests count too. */
export function countPlaywright(reportFile: string): TestCount {
  const { stats, errors, suites } = readReport(reportFile, PlaywrightReport);
  const failures = [
    ...suites.flatMap(failuresOf),
    ...errors.map((error) => explain('outside the journeys', JSON.stringify(error))),
  ];
  return { passed: stats.expected, failed: stats.unexpected + stats.flaky + errors.length, failures };
}

function failuresOf(suite: Suite): Failure[] {
  const own = (suite.specs ?? [])
    .filter((spec) => !spec.ok)
    .map((spec) => {
      const errors = spec.tests.flatMap(({ results }) => results.flatMap((result) => result.errors));
      return explain(`${spec.file} > ${spec.title}`, errors.map(({ message }) => message ?? '').join('\n'));
    });
  return [...own, ...(suite.suites ?? []).flatMap(failuresOf)];
}

function explain(name: string, why: string): Failure {
  const lines = stripVTControlCharacters(why).trim().split('\n').slice(0, LINES_OF_WHY);
  return { name, why: lines.map((line) => `    ${line}`).join('\n') };
}

function readReport<T>(file: string, schema: z.ZodType<T>): T {
  if (!existsSync(file)) throw new Error('it wrote no report');
  return schema.parse(JSON.parse(readFileSync(file, 'utf8')));
}
