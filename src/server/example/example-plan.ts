import type { PlanOp } from '#contract/tools.ts';

interface ExampleTask {
  /** By which the story and the dependencies name it. */
  ref: string;
  title: string;
  description: string;
  checks?: string[];
  /** Ids of the PRD. */
  requirements: string[];
  after?: string[];
  /** A task with subtasks of its own. */
  steps?: { brief: string; tasks: ExampleTask[] };
}

interface ExampleList {
  name: string;
  brief: string;
  tasks: ExampleTask[];
}

const LISTS: ExampleList[] = [
  {
    name: 'Foundations',
    brief:
      'A service that starts, reads its settings and answers a health check. Done when the checks run on every push.',
    tasks: [
      {
        ref: 'skeleton',
        title: 'Set up the service skeleton',
        description: 'One process, graceful stop, structured log lines.',
        checks: ['A stop signal ends running calls before the process exits.', 'Every log line is one JSON object.'],
        requirements: ['SV-1'],
      },
      {
        ref: 'settings',
        title: 'Read settings from the environment',
        description: 'Every variable is checked at start; a bad one names itself.',
        checks: ['A bad value stops the start with the name of its variable.'],
        requirements: ['SV-2'],
        after: ['skeleton'],
      },
      {
        ref: 'hashes',
        title: 'Store API keys as hashes',
        description: 'SHA-256 at rest, compared in constant time, shown once.',
        checks: ['The table holds no key in plain text.', 'A second look at a key shows only its first characters.'],
        requirements: ['SV-3'],
      },
      {
        ref: 'health',
        title: 'Answer a health check',
        description: 'Green when the database answers, red while stopping.',
        checks: ['It turns red within a second when the database is gone.'],
        requirements: ['SV-4'],
      },
    ],
  },
  {
    name: 'Rate limiter',
    brief:
      'A token bucket per API key that several processes share. Keep every limiter path under 2 ms at p99; no new services. Never let a burst through twice.',
    tasks: [
      {
        ref: 'window',
        title: 'Sliding-window counter',
        description: 'The first version: simple, and wrong at the edge of a window. Something to measure against.',
        requirements: [],
        steps: {
          brief: 'A counter that is right most of the time, to have something to measure against.',
          tasks: [
            {
              ref: 'minute',
              title: 'Count calls per key and minute',
              description: 'One row per key and minute.',
              checks: ['A call adds one to exactly one row.'],
              requirements: ['RL-1'],
            },
            {
              ref: 'edge',
              title: 'Measure the edge of two minutes',
              description: 'How much gets through at the worst moment?',
              checks: ['The worst case is a number, with the command that measures it.'],
              requirements: ['RL-1'],
              after: ['minute'],
            },
          ],
        },
      },
      {
        ref: 'bucket',
        title: 'Token bucket per API key',
        description: 'One row per key holds the time at which the bucket is full again; one statement takes a token.',
        requirements: [],
        steps: {
          brief:
            'Replace the counter. The database clock is the only clock; a server that is wrong by 30 seconds must not matter.',
          tasks: [
            {
              ref: 'take',
              title: 'Take a token in one statement',
              description: 'No read before the write; the statement decides.',
              checks: ['Sixteen connections never take more tokens than there are.'],
              requirements: ['RL-1'],
              after: ['edge'],
            },
            {
              ref: 'skew',
              title: 'Clock-skew guard',
              description:
                'Two app hosts can disagree about the time by up to 90 ms. A token bucket must never refill early because one host clock runs ahead of the others.',
              checks: [
                'Refill reads the database clock, not the host clock.',
                'A negative delta counts as zero and is logged at most once a minute.',
                'The property test passes with ±500 ms of injected skew.',
              ],
              requirements: ['RL-3'],
              after: ['take'],
            },
            {
              ref: 'retry',
              title: 'Retry-After header math',
              description: 'Whole seconds, rounded up, never 0.',
              checks: ['A client that waits as long as it is told is never refused again at once.'],
              requirements: ['RL-2'],
              after: ['skew'],
            },
            {
              ref: 'burst',
              title: 'Burst allowance for trusted keys',
              description: 'A key may save up to one minute of tokens.',
              checks: ['A trusted key takes a minute of tokens at once, any other key a second of them.'],
              requirements: ['RL-4'],
              after: ['skew'],
            },
          ],
        },
      },
      {
        ref: 'load',
        title: 'Load test with 200,000 keys',
        description: 'Cost per take stays flat; the slowest of 1,000 takes under 2 ms.',
        requirements: [],
        after: ['bucket'],
        steps: {
          brief: 'Numbers that hold on a busy machine: ratios within one run, never a bare time.',
          tasks: [
            {
              ref: 'seed',
              title: 'Seed 200,000 keys',
              description: 'Deterministic, in under a minute.',
              checks: ['Two runs give the same keys.'],
              requirements: ['RL-6'],
            },
            {
              ref: 'drive',
              title: 'Drive 16 connections for a minute',
              description: 'Against the bare statement in the same run.',
              checks: ['The report has p50, p99 and the slowest take.'],
              requirements: ['RL-6'],
              after: ['seed'],
            },
          ],
        },
      },
      {
        ref: 'headers',
        title: 'Describe the limits in the response headers',
        description: 'Limit, remaining, reset; the same names as the draft standard.',
        checks: ['The three headers are on accepted and on refused calls.'],
        requirements: ['RL-5'],
        after: ['retry'],
      },
    ],
  },
  {
    name: 'Usage metering',
    brief:
      'Each call is counted once, by key and day, without slowing the call. Nothing is lost when a process is killed.',
    tasks: [
      {
        ref: 'days',
        title: 'Count calls per key and day',
        description: 'Batched, flushed on stop.',
        checks: ['A thousand calls are a thousand in the table.'],
        requirements: ['UM-1'],
        after: ['hashes'],
      },
      {
        ref: 'kill',
        title: 'Survive a kill between two flushes',
        description: 'At most one batch is late, none is lost.',
        checks: ['After a kill and a restart the sum is the same.'],
        requirements: ['UM-2'],
        after: ['days'],
      },
      {
        ref: 'month',
        title: 'Show the last 30 days to the owner of a key',
        description: 'A bar per day; a day without calls is a day too.',
        checks: ['Days without calls are zero, not missing.'],
        requirements: ['UM-3'],
        after: ['days'],
      },
      {
        ref: 'warn',
        title: 'Warn at 80 percent of the plan',
        description: 'Once per key and period.',
        checks: ['Crossing the mark twice warns once.'],
        requirements: ['UM-4'],
        after: ['days'],
      },
      {
        ref: 'csv',
        title: 'Export usage as CSV',
        description: 'Cells that begin with = + - @ are neutralised.',
        checks: ['A spreadsheet opens it without running anything.'],
        requirements: ['UM-5'],
        after: ['days'],
      },
    ],
  },
  {
    name: 'Billing webhooks',
    brief:
      'Usage turns into invoices. An event that arrives twice, late or out of order changes nothing it should not.',
    tasks: [
      {
        ref: 'signature',
        title: 'Check the signature on the raw body',
        description: 'Before anything is parsed.',
        checks: ['One changed byte is refused.', 'A body over 1 MiB is refused unread.'],
        requirements: ['BI-1'],
      },
      {
        ref: 'once',
        title: 'Apply each event once',
        description: 'The event id is unique in the database.',
        checks: ['The same event twice is one row and two answers of 200.'],
        requirements: ['BI-2'],
        after: ['signature'],
      },
      {
        ref: 'replay',
        title: 'Replay a day of events',
        description: 'The result is the same as the first time.',
        checks: ['A replayed day leaves every balance as it was.'],
        requirements: ['BI-3'],
        after: ['once'],
      },
    ],
  },
  {
    name: 'Admin console',
    brief: 'Two pages for the people who run it. Every number is measured, every button does what it says.',
    tasks: [
      {
        ref: 'list',
        title: 'List keys with their usage',
        description: 'Fifteen per page, searched by owner.',
        checks: ['A page of fifteen is one statement.'],
        requirements: ['CO-1'],
        after: ['days'],
      },
      {
        ref: 'suspend',
        title: 'Suspend a key at once',
        description: 'Refused on every server within a second.',
        checks: ['The next call on another server is refused.'],
        requirements: ['CO-2'],
        after: ['hashes'],
      },
    ],
  },
];

const addOf = (task: ExampleTask, place: Pick<PlanOp, 'list' | 'parent'>): PlanOp[] => {
  const { ref, title, description, checks, requirements } = task;
  return [
    {
      op: 'add',
      ref,
      title,
      description,
      ...(checks === undefined ? {} : { checks }),
      ...(requirements.length === 0 ? {} : { requirements }),
      ...place,
    },
    ...(task.steps?.tasks ?? []).flatMap((step) => addOf(step, { parent: ref })),
    ...(task.steps === undefined ? [] : [{ op: 'list_update' as const, id: ref, brief: task.steps.brief }]),
  ];
};

const flatten = (tasks: readonly ExampleTask[]): ExampleTask[] =>
  tasks.flatMap((task) => [task, ...flatten(task.steps?.tasks ?? [])]);

/** The plan as the edit by which an agent drafts it. */
export const EXAMPLE_OPS: readonly PlanOp[] = [
  ...LISTS.map(({ name, brief }): PlanOp => ({ op: 'list_add', name, brief })),
  ...LISTS.flatMap(({ name, tasks }) => tasks.flatMap((task) => addOf(task, { list: name }))),
  ...LISTS.flatMap(({ tasks }) =>
    flatten(tasks).flatMap(({ ref, after = [] }) => after.map((on): PlanOp => ({ op: 'depend', id: ref, on }))),
  ),
];
