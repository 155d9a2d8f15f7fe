import { existsSync, readFileSync } from 'node:fs';
import { z } from 'zod';

export interface TestCount {
  readonly passed: number;
  readonly failed: number;
}

const VitestReport = z.object({
  numPassedTests: z.number(),
  numFailedTests: z.number(),
  testResults: z.array(z.object({ status: z.string(), assertionResults: z.array(z.object({ status: z.string() })) })),
});

const PlaywrightReport = z.object({
  stats: z.object({ expected: z.number(), unexpected: z.number(), flaky: z.number() }),
  errors: z.array(z.unknown()),
});

/** A file that breaks before its first test reports no failed test, so it counts as one. */
export function countVitest(reportFile: string): TestCount {
  const report = readReport(reportFile, VitestReport);
  const brokenFiles = report.testResults.filter(
    (file) => file.status === 'failed' && file.assertionResults.every((test) => test.status !== 'failed'),
  );
  return { passed: report.numPassedTests, failed: report.numFailedTests + brokenFiles.length };
}

/** A journey that passes only sometimes has failed. Errors outside the journeys count too. */
export function countPlaywright(reportFile: string): TestCount {
  const { stats, errors } = readReport(reportFile, PlaywrightReport);
  return { passed: stats.expected, failed: stats.unexpected + stats.flaky + errors.length };
}

function readReport<T>(file: string, schema: z.ZodType<T>): T {
  if (!existsSync(file)) throw new Error('it wrote no report');
  return schema.parse(JSON.parse(readFileSync(file, 'utf8')));
}
