import { expect, test } from 'vitest';
import { TITLE_LENGTH } from './fit-title.ts';
import { hearVoice } from './voice.ts';
import { startsWithVerb, writeGroupTitle, writeTitle } from './write-title.ts';

const voice = hearVoice(['The system must send it to the user and to all of them.'], 'Ledgerly');

test.each([
  ['The system must send a reminder two days before the due date.', 'Send a reminder two days before the due date'],
  ['As a user I want to reset my password so that I can sign in again.', 'Let users reset their password'],
  ['As an admin, I want a list of failed jobs.', 'Give admins a list of failed jobs'],
  ['As a player, I want to be told when my turn begins.', 'Tell players when their turn begins'],
  ['I want a small app where my club can plan runs.', 'Build a small app where my club can plan runs'],
  ['We’d like to track late parcels', 'Track late parcels'],
  ['CSV export of invoices', 'Add CSV export of invoices'],
  ['Dark mode', 'Add dark mode'],
  // Every object of the language has one; no list of words does.
  ['Constructor: must go', 'Add constructor: must go'],
  ['Users must be able to export invoices as CSV.', 'Let users export invoices as CSV'],
  ['Users must confirm their address before they post.', 'Require users to confirm their address before they post'],
  ['An admin can suspend an account.', 'Let admins suspend an account'],
  ['Passwords must not be logged.', 'Prevent passwords from being logged'],
  ['The app must never store card numbers.', 'Do not store card numbers'],
  ['Guests cannot delete comments.', 'Prevent guests from deleting comments'],
  ['Passwords are hashed with argon2id.', 'Hash passwords with argon2id'],
  ['Invoices must be exported as PDF by admins', 'Let admins export invoices as PDF'],
  ['The response time must be below 200 ms.', 'Keep the response time below 200 ms'],
  ['The export finishes in 10 s', 'Make the export finish in 10 s'],
  ['p95 latency below 200 ms', 'Keep p95 latency below 200 ms'],
  ['Ledgerly shall keep an audit log.', 'Keep an audit log'],
  ['Support for right-to-left scripts', 'Support right-to-left scripts'],
  ['Ability to undo the last move', 'Let users undo the last move'],
  ['Filter invoices by date', 'Filter invoices by date'],
  ['Email notifications', 'Add email notifications'],
  ['Search results page', 'Build the search results page'],
  ['When a payment fails, the system must retry it three times.', 'Retry it three times when a payment fails'],
  ['The dashboard shows open invoices', 'Show open invoices on the dashboard'],
  ['It must be possible to cancel a run.', 'Cancel a run'],
  ['The system should allow the user to pause a timer.', 'Let users pause a timer'],
  ['Only owners can delete a project', 'Let only owners delete a project'],
  ['Exporting large tables in chunks', 'Export large tables in chunks'],
  ['Export: users can export invoices as CSV', 'Let users export invoices as CSV'],
  ['GET /invoices returns a page of invoices', 'Make GET /invoices return a page of invoices'],
])('%s → %s', (text, title) => {
  expect(writeTitle(text, '', voice)).toBe(title);
});

test('an id and a priority stay out of the title', () => {
  expect(writeTitle('FR-12: The system must archive old runs (P1).', 'FR-12', voice)).toBe('Archive old runs');
  expect(writeTitle('[R4] The system must archive old runs.', 'R4', voice)).toBe('Archive old runs');
  expect(writeTitle('UTF-8 input', 'r-1', voice)).toBe('Add UTF-8 input');
});

test('a long sentence ends at a clause, and never within a word', () => {
  const text =
    'The importer must reconcile every counterparty statement against the general ledger nightly, including the weekend postings of subsidiaries, so that differences are seen early.';
  const title = writeTitle(text, '', voice);
  expect(title.length).toBeLessThanOrEqual(TITLE_LENGTH);
  expect(text.replace(/\W/gu, ' ').split(' ')).toEqual(expect.arrayContaining(title.split(' ').slice(2)));
});

test('a text in another language is kept as it is, behind a verb', () => {
  const german = hearVoice(['Nutzer müssen Rechnungen als PDF speichern können und dürfen sie nicht löschen'], null);
  expect(german.isEnglish).toBe(false);
  const title = writeTitle('Nutzer müssen Rechnungen als PDF speichern können.', '', german);
  expect(title).toBe('Implement: Nutzer müssen Rechnungen als PDF speichern können');
  expect(startsWithVerb(title)).toBe(true);
});

test('writing without spaces is cut at its own punctuation', () => {
  const japanese = hearVoice(['ユーザーは請求書を検索できる'], null);
  const title = writeTitle('ユーザーは請求書を検索し、'.repeat(12), '', japanese);
  expect(title.length).toBeLessThanOrEqual(TITLE_LENGTH);
  expect(title.endsWith('し')).toBe(true);
});

test('a heading becomes the title of a group', () => {
  expect(writeGroupTitle('Export', voice)).toBe('Add export');
  expect(writeGroupTitle('3.2 Invoice editor', voice)).toBe('Build the invoice editor');
  expect(writeGroupTitle('Security', voice)).toBe('Meet the security requirements');
  expect(writeGroupTitle('Managing members', voice)).toBe('Manage members');
});
