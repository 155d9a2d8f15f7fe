import { existsSync, readFileSync } from 'node:fs';
import { z } from 'zod';

/** How one test ended. Those that were left out are not told of. */
export interface TestResult {
  readonly file: string;
  /** With those of the groups around it. */
  readonly title: string;
  readonly passed: boolean;
}

const VitestReport = z.object({
  testResults: z.array(
    z.object({
      name: z.string(),
      assertionResults: z.array(z.object({ status: z.string(), fullName: z.string() })),
    }),
  ),
});

interface Suite {
  title: string;
  suites?: Suite[] | undefined;
  specs?: { title: string; file: string; tests: { status: string }[] }[] | undefined;
}

const Suite: z.ZodType<Suite> = z.object({
  title: z.string(),
  get suites() {
    return z.array(Suite).optional();
  },
  specs: z
    .array(z.object({ title: z.string(), file: z.string(), tests: z.array(z.object({ status: z.string() })) }))
    .optional(),
});
const PlaywrightReport = z.object({ suites: z.array(Suite) });

/** The tests of a run of vitest, by the report it wrote; none where it came to no test. */
export function readVitest(report: string): TestResult[] {
  if (!existsSync(report)) return [];
  const { testResults } = VitestReport.parse(JSON.parse(readFileSync(report, 'utf8')));
  return testResults.flatMap(({ name, assertionResults }) =>
    assertionResults
      .filter(({ status }) => status === 'passed' || status === 'failed')
      .map(({ status, fullName }) => ({ file: name, title: fullName, passed: status === 'passed' })),
  );
}

/** The same of a run of journeys. */
export function readPlaywright(report: string): TestResult[] {
  if (!existsSync(report)) return [];
  const { suites } = PlaywrightReport.parse(JSON.parse(readFileSync(report, 'utf8')));
  return suites.flatMap((suite) => listSpecs(suite, []));
}

/** The outermost suite is the file, whose name is no part of a title. */
function listSpecs({ suites = [], specs = [] }: Suite, groups: readonly string[]): TestResult[] {
  const own = specs.flatMap(({ title, file, tests }) =>
    tests
      .filter(({ status }) => status !== 'skipped')
      .map(({ status }) => ({ file, title: [...groups, title].join(' '), passed: status === 'expected' })),
  );
  return [...own, ...suites.flatMap((suite) => listSpecs(suite, [...groups, suite.title]))];
}
