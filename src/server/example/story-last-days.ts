import { type Scene, passed } from './scene.ts';

/** Days 2 and 1: webhooks, a blocked task, work put back, and a question that waits. */
export const LAST_STORY: readonly Scene[] = [
  {
    kind: 'work',
    day: 2,
    hour: 1,
    by: 'claude-code',
    task: 'signature',
    end: {
      minute: 19,
      outcome: 'done',
      summary: 'The signature is checked on the raw body, before anything is parsed.',
      files: ['billing/verify.ts', 'test/verify.test.ts'],
      checks: [
        { n: 1, seen: 'Every single changed byte of a sample is refused.' },
        { n: 2, seen: '413 before the body is read.' },
      ],
      commit: 'b6ce2d11',
      branch: 'feat/webhooks',
      diff: { files: 2, insertions: 84, deletions: 0 },
      verification: passed(17, '63 passed', 'b6ce2d11'),
    },
  },
  {
    kind: 'note',
    day: 1,
    hour: 0.5,
    type: 'CONTEXT',
    pinned: true,
    body: 'Ten customers start with this version. Correct beats fast: a limit that lets a burst through costs more than one that is slow.',
  },
  {
    kind: 'work',
    day: 1,
    hour: 2,
    by: 'claude-code',
    task: 'once',
    end: {
      minute: 26,
      outcome: 'done',
      summary: 'The event id is unique in the database; a second delivery answers 200 and changes nothing.',
      files: ['billing/apply.ts', 'migrations/0005_events.sql', 'test/apply.test.ts'],
      checks: [{ n: 1, seen: 'test/apply.test.ts: one row, two answers of 200.' }],
      commit: 'f0d7a935',
      branch: 'feat/webhooks',
      pr: '#11',
      diff: { files: 3, insertions: 119, deletions: 8 },
      verification: passed(18, '67 passed', 'f0d7a935'),
    },
  },
  {
    kind: 'work',
    day: 1,
    hour: 3.2,
    by: 'codex-cli',
    task: 'replay',
    notes: [
      {
        minute: 7,
        type: 'CONTEXT',
        body: 'The replay itself is written (`billing/replay.ts`); it has never seen real events.',
      },
    ],
    end: {
      minute: 12,
      outcome: 'block',
      summary:
        'The payment provider gives a day of events only to a sandbox account, and there is none yet. Someone has to sign up for one and put its key into PAYMENT_SANDBOX_KEY.',
    },
  },
  { kind: 'checkpoint', day: 1, hour: 4.2, by: 'claude-code', name: 'Metering and webhooks work' },
  {
    kind: 'work',
    day: 1,
    hour: 18,
    by: 'claude-code',
    task: 'skew',
    notes: [
      {
        minute: 8,
        type: 'CONTEXT',
        body: 'Resume here after a restart: the take statement is in `limiter/bucket.sql`; servers pass no time of their own.',
      },
      {
        minute: 15,
        type: 'FINDING',
        body: 'Two of three hosts drift by 40 to 90 ms between time syncs. With the host clock, 0.4% of takes refilled one token early under load.\n\nReproduced with `make skew SKEW=90`. The same drift explains the early refills seen by the roll-up job, because it compares a timestamp written by one host with the clock of another. Whatever compares two times must take both from the database, or store a duration instead of a moment. The trace of the failing run shows three takes within 11 ms that were each granted because the host that answered believed the period to be over; the database had given the bucket until the end of the second.',
      },
      {
        minute: 22,
        type: 'PROGRESS',
        body: 'The statement now takes its clock from the database. Host time is no longer read anywhere on the take path.\n\n```sql\nselect greatest(0, extract(epoch from clock_timestamp() - full_at))\nfrom buckets -- never refill early\nwhere key_id = $1\n```',
      },
    ],
    end: {
      minute: 34,
      outcome: 'release',
      summary: 'Stopped at the end of the day: the clock is right, the log line and the property test are left.',
      files: ['limiter/bucket.sql', 'limiter/clock.ts', 'test/skew.property.ts'],
      checks: [{ n: 1, seen: 'No call of Date.now() is left below limiter/.' }],
      commit: '3ad5f806',
      branch: 'feat/clock-skew',
      diff: { files: 3, insertions: 155, deletions: 7 },
    },
  },
  {
    kind: 'work',
    day: 1,
    hour: 21,
    by: 'codex-cli',
    task: 'warn',
    end: {
      minute: 11,
      outcome: 'ask',
      summary: 'The mark is found when a batch is written. There is no way yet to reach the owner of a key.',
      question: 'How is the owner of a key warned at 80 percent of the plan?',
      options: [
        { label: 'By mail', consequence: 'needs SMTP settings, half a day of work', preferred: true },
        { label: 'By a webhook', consequence: 'owners must run something that listens' },
        { label: 'In the console only', consequence: 'done in an hour, and easily overlooked' },
      ],
    },
  },
];
