import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { Timestamp } from './fields.ts';

/** `must`: somebody can get in or read along. `should`: one more mistake away from it. `note`: to be known. */
export const SafetySeverity = z.enum(['must', 'should', 'note']);
export type SafetySeverity = z.infer<typeof SafetySeverity>;

/** What is between backticks in its sentences is code, such as the name of a variable. */
export const SafetyFinding = z.object({
  id: z.string().meta({ description: 'The rule, such as network.https' }),
  severity: SafetySeverity,
  wrong: z.string(),
  why: z.string(),
  todo: z.string(),
  setting: z.string().nullable().meta({ description: 'A line for the environment of the server' }),
  link: z
    .object({ label: z.string(), to: z.string() })
    .nullable()
    .meta({ description: 'A page of the instance where it is mended or explained' }),
});
export type SafetyFinding = z.infer<typeof SafetyFinding>;

const Told = z.object({ id: z.string(), says: z.string() });

export const SafetyReport = z.object({
  checkedAt: Timestamp,
  reach: z
    .enum(['this machine', 'others'])
    .meta({ description: 'Who can reach the server, as configured; for this machine alone most findings are notes' }),
  findings: z.array(SafetyFinding).meta({ description: 'The most severe first' }),
  passed: z.array(Told).meta({ description: 'Checks that found nothing wrong, in one sentence each' }),
  unknown: z.array(Told).meta({ description: 'Checks that could not be made' }),
});
export type SafetyReport = z.infer<typeof SafetyReport>;

export const getSafety = endpoint({
  id: 'getSafety',
  method: 'GET',
  path: '/api/admin/safety',
  access: 'admin',
  summary: 'What is not safe yet in how this instance is run, checked as it is asked',
  answer: SafetyReport,
});
