import { expect, test } from 'vitest';
import { linkWork } from './work-links.ts';

const nothing = { commit: null, branch: null, pr: null, diff: null };

test('commit, branch and request lead into the repository, however its address is written', () => {
  const work = { ...nothing, commit: '3f2a9c1d77', branch: 'feat/one two', pr: '#12' };
  for (const address of [
    'https://github.com/acme/harbor',
    'https://github.com/acme/harbor.git',
    'https://github.com/acme/harbor/?x#y',
  ])
    expect(linkWork(work, address)).toEqual({
      commit: { text: '3f2a9c1d', href: 'https://github.com/acme/harbor/commit/3f2a9c1d77' },
      branch: { text: 'feat/one two', href: 'https://github.com/acme/harbor/tree/feat/one%20two' },
      pr: { text: '#12', href: 'https://github.com/acme/harbor/pull/12' },
    });
  expect(linkWork({ ...nothing, pr: '!7' }, 'https://gitlab.example/acme/harbor').pr?.href).toBe(
    'https://gitlab.example/acme/harbor/-/merge_requests/7',
  );
});

test('without a repository address they are words; a request with an address of its own is a link', () => {
  const work = { ...nothing, commit: 'abcd1234ef', branch: 'main', pr: '12' };
  expect(linkWork(work, null)).toEqual({
    commit: { text: 'abcd1234', href: undefined },
    branch: { text: 'main', href: undefined },
    pr: { text: '#12', href: undefined },
  });
  expect(linkWork({ ...nothing, pr: 'https://git.example/acme/harbor/pulls/31' }, null).pr).toEqual({
    text: '#31',
    href: 'https://git.example/acme/harbor/pulls/31',
  });
  expect(linkWork(nothing, null)).toEqual({ commit: undefined, branch: undefined, pr: undefined });
});

test.each([
  'javascript:alert(1)',
  'data:text/html,x',
  'JaVaScRiPt://a/%0aalert(1)',
  'file:///etc/passwd',
  '//evil.example',
])('no other scheme becomes a link: %s', (address) => {
  expect(linkWork({ ...nothing, pr: address }, null).pr?.href).toBeUndefined();
  expect(linkWork({ ...nothing, commit: 'abcd' }, address).commit?.href).toBeUndefined();
});
