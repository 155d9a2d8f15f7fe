import { describe, expect, test } from 'vitest';
import type { Project } from '#contract/project.ts';
import { changedFields, type Draft, findDisputed, findProblems, rebase, sayChange, toDraft, toPatch } from './draft.ts';

const base = toDraft({
  name: 'Harbor',
  description: null,
  baton_slots: 3,
  lease_minutes: 30,
  done_means: 'word',
  verify_command: null,
  verify_timeout_minutes: 10,
  verify_tries: 3,
  repository_url: null,
} as unknown as Project);
const edit = (change: Partial<Draft>): Draft => ({ ...base, ...change });

test('only what is changed is sent; spaces and leading zeros are no change', () => {
  expect(changedFields(base, edit({ name: ' Harbor ', baton_slots: '03' }))).toEqual([]);
  expect(toPatch(base, edit({ baton_slots: '4', description: ' New ' }))).toEqual({
    baton_slots: 4,
    description: 'New',
  });
  const before = edit({ repository_url: 'https://a.example/x', verify_command: 'npm test' });
  expect(toPatch(before, edit({ repository_url: '', verify_command: ' ' }))).toEqual({
    repository_url: null,
    verify_command: null,
  });
});

describe('what is wrong', () => {
  test.each<[Partial<Draft>, keyof Draft]>([
    [{ name: '  ' }, 'name'],
    [{ baton_slots: '0' }, 'baton_slots'],
    [{ baton_slots: '17' }, 'baton_slots'],
    [{ baton_slots: '1e1' }, 'baton_slots'],
    [{ lease_minutes: '4' }, 'lease_minutes'],
    [{ lease_minutes: '241' }, 'lease_minutes'],
    [{ verify_timeout_minutes: '121' }, 'verify_timeout_minutes'],
    [{ verify_tries: '' }, 'verify_tries'],
    [{ done_means: 'verified' }, 'verify_command'],
    [{ repository_url: 'javascript:alert(1)' }, 'repository_url'],
    [{ repository_url: 'github.com/acme' }, 'repository_url'],
  ])('%j', (change, field) => {
    expect(Object.keys(findProblems(edit(change)))).toEqual([field]);
  });
  test('nothing, at the ends of every range', () => {
    const ends = { baton_slots: '16', lease_minutes: '240', verify_timeout_minutes: '1', verify_tries: '10' };
    expect(findProblems(edit({ ...ends, repository_url: 'https://git.example/a' }))).toEqual({});
  });
});

test('of what somebody else saved only the same field, changed otherwise, is disputed', () => {
  const mine = edit({ baton_slots: '4', lease_minutes: '60' });
  const theirs = edit({ baton_slots: '2', lease_minutes: '60', name: 'Pier' });
  expect(findDisputed(base, mine, theirs)).toEqual(['baton_slots']);
  expect(rebase(base, mine, theirs)).toEqual(edit({ baton_slots: '4', lease_minutes: '60', name: 'Pier' }));
  expect(rebase(base, mine, theirs, ['baton_slots'])).toEqual(theirs);
});

test('the bar names a change in words', () => {
  const draft = edit({ baton_slots: '4', verify_timeout_minutes: '5', done_means: 'checks', description: 'Long' });
  expect(changedFields(base, draft).map((field) => sayChange(field, base, draft))).toEqual([
    'Description',
    'Batons 3 to 4',
    'Done means checks',
    'Timeout 10 to 5 min',
  ]);
});
