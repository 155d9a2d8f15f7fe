import type { ExampleList } from './example-list.ts';

export const RATE_LIMITER: ExampleList = {
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
};
