import type { ExampleList } from './example-list.ts';

export const BILLING_WEBHOOKS: ExampleList = {
  name: 'Billing webhooks',
  brief: 'Usage turns into invoices. An event that arrives twice, late or out of order changes nothing it should not.',
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
};
