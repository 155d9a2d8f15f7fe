import type { ExampleList } from './example-list.ts';

export const ADMIN_CONSOLE: ExampleList = {
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
};
