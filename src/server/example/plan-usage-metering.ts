import type { ExampleList } from './example-list.ts';

export const USAGE_METERING: ExampleList = {
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
};
