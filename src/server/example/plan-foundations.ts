import type { ExampleList } from './example-list.ts';

export const FOUNDATIONS: ExampleList = {
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
};
