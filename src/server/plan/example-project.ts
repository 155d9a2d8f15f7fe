import type { NoteType, TaskStatus } from '#contract/plan.ts';

export interface ExampleNote {
  type: NoteType;
  body: string;
}

export interface ExampleTask {
  title: string;
  description: string;
  status: TaskStatus;
  notes?: ExampleNote[];
  steps?: { brief: string; tasks: ExampleTask[] };
}

export interface ExampleList {
  name: string;
  brief: string;
  tasks: ExampleTask[];
}

export const EXAMPLE_NAME = 'Harbor API';
export const EXAMPLE_DESCRIPTION =
  'Rate limits and usage metering for a public API, with billing webhooks and a small console.';

/** What `baton demo` fills an account with: a plan half done, so that every state can be seen. */
export const EXAMPLE_LISTS: ExampleList[] = [
  {
    name: 'Foundations',
    brief:
      'A service that starts, reads its settings and answers a health check. Done when the checks run on every push.',
    tasks: [
      {
        title: 'Set up the service skeleton',
        description: 'One process, graceful stop, structured log lines.',
        status: 'done',
      },
      {
        title: 'Read settings from the environment',
        description: 'Every variable is checked at start; a bad one names itself.',
        status: 'done',
        notes: [{ type: 'FILE_LIST', body: '- `src/settings.ts`\n- `src/settings.test.ts`' }],
      },
      {
        title: 'Store API keys as hashes',
        description: 'SHA-256 at rest, compared in constant time, shown once.',
        status: 'done',
      },
    ],
  },
  {
    name: 'Rate limiter',
    brief:
      'A token bucket per API key that several processes share. Under 2 ms at p99. Never lets a burst through twice.',
    tasks: [
      {
        title: 'Take a token atomically',
        description: 'One statement decides; no read before the write.',
        status: 'done',
        notes: [
          {
            type: 'PROGRESS',
            body: 'The bucket is one row with the time at which it is full again. One `insert … on conflict` takes a token or refuses.',
          },
          {
            type: 'FINDING',
            body: 'A counter per minute lets **twice** the limit through at the edge of two minutes. Storing an arrival time has no edge.',
          },
        ],
      },
      {
        title: 'Survive clock differences between servers',
        description: 'Two servers may differ by seconds; a client must not gain or lose by it.',
        status: 'wip',
        notes: [{ type: 'CONTEXT', body: 'The database clock is the only clock. Servers pass no time of their own.' }],
        steps: {
          brief:
            'Prove that a server whose clock is off by up to 30 seconds gives the same answers as one that is right.',
          tasks: [
            {
              title: 'Read the time in the statement itself',
              description: 'No time crosses from the server to the database.',
              status: 'done',
            },
            {
              title: 'Guard against a clock that jumps back',
              description: 'An arrival time in the far future is treated as now plus one period.',
              status: 'wip',
              notes: [
                {
                  type: 'PROGRESS',
                  body: 'Wrote the failing test first: with the clock set back by an hour the bucket stayed empty for an hour.',
                },
              ],
            },
            {
              title: 'Test with two servers 30 seconds apart',
              description: 'Same requests, same decisions.',
              status: 'open',
            },
          ],
        },
      },
      { title: 'Answer with Retry-After', description: 'Whole seconds, rounded up, never 0.', status: 'open' },
      { title: 'Describe the limits in the response headers', description: 'Limit, remaining, reset.', status: 'open' },
    ],
  },
  {
    name: 'Usage metering',
    brief:
      'Each call is counted once, by key and day, without slowing the call. Nothing is lost when a process is killed.',
    tasks: [
      { title: 'Count calls per key and day', description: 'Batched, flushed on stop.', status: 'open' },
      { title: 'Show the last 30 days to the owner of a key', description: 'Days are UTC days.', status: 'open' },
      { title: 'Warn at 80 percent of the plan', description: 'Once per key and period.', status: 'open' },
    ],
  },
  {
    name: 'Billing webhooks',
    brief:
      'Usage turns into invoices. An event that arrives twice, late or out of order changes nothing it should not.',
    tasks: [
      { title: 'Check the signature on the raw body', description: 'Before anything is parsed.', status: 'open' },
      { title: 'Apply each event once', description: 'The event id is unique in the database.', status: 'open' },
    ],
  },
];
