import type { NoteType } from '#contract/note.ts';

export interface SampleNote {
  type: NoteType;
  body: string;
  minutesAgo: number;
  by?: string;
}

export interface SampleTask {
  title: string;
  description: string;
  checks?: { text: string; met: boolean }[];
  /** Hours since it was finished; without it the task is open. */
  doneHoursAgo?: number;
  /** The agent that holds it. */
  heldBy?: string;
  notes?: SampleNote[];
  /** Titles of its dependencies. */
  after?: string[];
  steps?: { brief: string; tasks: SampleTask[] };
}

export interface SampleList {
  name: string;
  brief: string;
  daysAgo: number;
  tasks: SampleTask[];
}

export const SAMPLE_NAME = 'Harbor API';
export const SAMPLE_DESCRIPTION =
  'Rate limits and usage metering for a public API, with billing webhooks and a small console.';

const met = (text: string) => ({ text, met: true });
const unmet = (text: string) => ({ text, met: false });

/** A plan half done, with every state. */
export const SAMPLE_LISTS: SampleList[] = [
  {
    name: 'Foundations',
    brief:
      'A service that starts, reads its settings and answers a health check. Done when the checks run on every push.',
    daysAgo: 8,
    tasks: [
      {
        title: 'Set up the service skeleton',
        description: 'One process, graceful stop, structured log lines.',
        doneHoursAgo: 180,
      },
      {
        title: 'Read settings from the environment',
        description: 'Every variable is checked at start; a bad one names itself.',
        doneHoursAgo: 172,
        notes: [
          {
            type: 'FILE_LIST',
            body: '- `src/settings.ts`\n- `src/settings.test.ts`',
            minutesAgo: 10_300,
            by: 'codex-cli',
          },
        ],
      },
      {
        title: 'Store API keys as hashes',
        description: 'SHA-256 at rest, compared in constant time, shown once.',
        doneHoursAgo: 150,
      },
      {
        title: 'Answer a health check',
        description: 'Green when the database answers, red while stopping.',
        doneHoursAgo: 146,
      },
    ],
  },
  {
    name: 'Rate limiter',
    brief:
      'A token bucket per API key that several processes share. Keep every limiter path under 2 ms at p99; no new services. Never let a burst through twice.',
    daysAgo: 7,
    tasks: [
      {
        title: 'Sliding-window counter',
        description: 'The first version: simple, and wrong at the edge of a window.',
        steps: {
          brief: 'A counter that is right most of the time, to have something to measure against.',
          tasks: [
            { title: 'Count calls per key and minute', description: 'One row per key and minute.', doneHoursAgo: 130 },
            {
              title: 'Measure the edge of two minutes',
              description: 'How much gets through at the worst moment?',
              doneHoursAgo: 120,
              notes: [
                {
                  type: 'FINDING',
                  body: 'A counter per minute lets **twice** the limit through at the edge of two minutes. Storing an arrival time has no edge.',
                  minutesAgo: 7_200,
                  by: 'codex-cli',
                },
              ],
            },
          ],
        },
      },
      {
        title: 'Token bucket per API key',
        description: 'One row per key holds the time at which the bucket is full again; one statement takes a token.',
        steps: {
          brief:
            'Replace the counter. The database clock is the only clock; a server that is wrong by 30 seconds must not matter.',
          tasks: [
            {
              title: 'Take a token in one statement',
              description: 'No read before the write; the statement decides.',
              doneHoursAgo: 30,
              notes: [
                {
                  type: 'PROGRESS',
                  body: 'The bucket is one row with the time at which it is full again. One `insert … on conflict` takes a token or refuses.',
                  minutesAgo: 1_800,
                  by: 'codex-cli',
                },
              ],
            },
            {
              title: 'Clock-skew guard',
              description:
                'Two app hosts can disagree about the time by up to 90 ms. A token bucket must never refill early because one host clock runs ahead of the others.',
              checks: [
                met('Refill reads the database clock, not the host clock.'),
                unmet('A negative delta counts as zero and is logged at most once a minute.'),
                unmet('The property test passes with ±500 ms of injected skew.'),
              ],
              after: ['Take a token in one statement'],
              heldBy: 'claude-code',
              notes: [
                {
                  type: 'CONTEXT',
                  body: 'Resume here after a restart: the take statement is in `limiter/bucket.sql`; servers pass no time of their own.',
                  minutesAgo: 12,
                  by: 'claude-code',
                },
                {
                  type: 'FILE_LIST',
                  body: '- `limiter/bucket.sql` +18 −7\n- `limiter/clock.ts` +41\n- `test/skew.property.ts` +96',
                  minutesAgo: 9,
                  by: 'claude-code',
                },
                {
                  type: 'FINDING',
                  body: 'Two of three hosts drift by 40 to 90 ms between time syncs. With the host clock, 0.4 % of takes refilled one token early under load.\n\nReproduced with `make skew SKEW=90`. The same drift explains the early refills seen by the roll-up job, because it compares a timestamp written by one host with the clock of another. Whatever compares two times must take both from the database, or store a duration instead of a moment. The trace of the failing run shows three takes within 11 ms that were each granted because the host that answered believed the period to be over; the database had given the bucket until the end of the second.',
                  minutesAgo: 5,
                  by: 'claude-code',
                },
                {
                  type: 'PROGRESS',
                  body: 'The statement now takes its clock from the database. Host time is no longer read anywhere on the take path.\n\n```sql\nselect greatest(0, extract(epoch from clock_timestamp() - full_at))\nfrom buckets -- never refill early\nwhere key_id = $1\n```',
                  minutesAgo: 1,
                  by: 'claude-code',
                },
              ],
            },
            {
              title: 'Retry-After header math',
              description: 'Whole seconds, rounded up, never 0.',
              after: ['Clock-skew guard'],
            },
            {
              title: 'Burst allowance for trusted keys',
              description: 'A key may save up to one minute of tokens.',
              after: ['Clock-skew guard'],
            },
          ],
        },
      },
      {
        title: 'Load test with 200,000 keys',
        description: 'Cost per take stays flat; the slowest of 1,000 takes under 2 ms.',
        after: ['Token bucket per API key'],
        steps: {
          brief: 'Numbers that hold on a busy machine: ratios within one run, never a bare time.',
          tasks: [
            { title: 'Seed 200,000 keys', description: 'Deterministic, in under a minute.' },
            { title: 'Drive 16 connections for a minute', description: 'Against the bare statement in the same run.' },
          ],
        },
      },
      {
        title: 'Describe the limits in the response headers',
        description: 'Limit, remaining, reset; the same names as the draft standard.',
      },
    ],
  },
  {
    name: 'Usage metering',
    brief:
      'Each call is counted once, by key and day, without slowing the call. Nothing is lost when a process is killed.',
    daysAgo: 6,
    tasks: [
      { title: 'Count calls per key and day', description: 'Batched, flushed on stop.', doneHoursAgo: 60 },
      {
        title: 'Survive a kill between two flushes',
        description: 'At most one batch is late, none is lost.',
        doneHoursAgo: 52,
      },
      { title: 'Show the last 30 days to the owner of a key', description: 'Days are UTC days.', doneHoursAgo: 26 },
      { title: 'Warn at 80 percent of the plan', description: 'Once per key and period.' },
      { title: 'Export usage as CSV', description: 'Cells that begin with = + - @ are neutralised.' },
    ],
  },
  {
    name: 'Billing webhooks',
    brief:
      'Usage turns into invoices. An event that arrives twice, late or out of order changes nothing it should not.',
    daysAgo: 4,
    tasks: [
      { title: 'Check the signature on the raw body', description: 'Before anything is parsed.', doneHoursAgo: 20 },
      { title: 'Apply each event once', description: 'The event id is unique in the database.' },
      {
        title: 'Replay a day of events',
        description: 'The result is the same as the first time.',
        after: ['Apply each event once'],
      },
    ],
  },
  {
    name: 'Admin console',
    brief: 'Three pages for the people who run it. Every number is measured, every button does what it says.',
    daysAgo: 3,
    tasks: [
      { title: 'List keys with their usage', description: 'Fifteen per page, searched by owner.' },
      { title: 'Suspend a key at once', description: 'Refused on every server within a second.' },
    ],
  },
];

export const SAMPLE_PRD = `# Harbor API

A public API needs limits that hold and numbers that can be billed.

## Rate limits

Each API key has a token bucket that all servers share. A refused call is answered with 429 and a Retry-After header in
whole seconds. Two servers whose clocks differ must decide alike.

## Usage metering

Every call is counted once, per key and UTC day. Owners see the last 30 days and are warned at 80 percent of their plan.

## Billing

Usage becomes invoices through the payment provider's webhooks. An event is applied once, whatever order it comes in.

## Console

Administrators list keys with their usage and suspend a key at once.
`;
