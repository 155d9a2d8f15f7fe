import { describe, expect, test } from 'vitest';
import { readConfig } from '../config.ts';
import { listDatabaseHosts } from './database-hosts.ts';

const urlsOf = (url: string) => listDatabaseHosts(url).map((host) => host.url);

test.each([
  'postgres://u:p@h1:5432/db?sslmode=require',
  'postgresql://u@h1/db?target_session_attrs=any',
  'postgres://baton:pw@/baton?host=/tmp/s&port=5433',
])('one host stays as it was written: %s', (url) => {
  expect(urlsOf(url)).toEqual([url]);
});

test('several hosts share everything but the host', () => {
  expect(
    urlsOf('postgres://u:p%40,x@h1:5433,h2,[::1]:6000/db?sslmode=require&target_session_attrs=read-write'),
  ).toEqual([
    'postgres://u:p%40,x@h1:5433/db?sslmode=require',
    'postgres://u:p%40,x@h2:5432/db?sslmode=require',
    'postgres://u:p%40,x@[::1]:6000/db?sslmode=require',
  ]);
});

test('sockets are named behind the database, with one port for all or one each', () => {
  expect(urlsOf('postgres://u:p@/db?host=/tmp/a,/tmp/b&port=1,2')).toEqual([
    'postgres://u:p@/db?host=%2Ftmp%2Fa&port=1',
    'postgres://u:p@/db?host=%2Ftmp%2Fb&port=2',
  ]);
  expect(urlsOf('postgres://u:p@/db?host=a,b&port=7')[1]).toBe('postgres://u:p@/db?host=b&port=7');
});

describe('an address that cannot be meant', () => {
  test.each([
    ['postgres://u:secret@h1:5432,/db', 'cannot be read between its commas'],
    ['postgres://u:secret@h1:0,h2/db', '"0" for a port'],
    ['postgres://u:secret@h1:99999,h2/db', '"99999" for a port'],
    ['postgres://u:secret@h1,h1:5432/db', 'names h1:5432 twice'],
    ['postgres://u:secret@h1,h2/db?target_session_attrs=standby', 'takes target_session_attrs=read-write or none'],
    ['postgres://u:secret@h1,h2/db?host=/tmp/a', 'either before the database or in'],
    ['postgres://u:secret@/db?host=a,b&port=1,2,3', '2 hosts and 3 ports'],
    ['postgres://u:secret@/db?host=a,', 'an empty host'],
    ['postgres://u:secret@a,b,c,d,e,f,g,h,i/db', 'at most 8'],
  ])('is refused in one line without its password: %s', (url, says) => {
    expect(() => readConfig({ DATABASE_URL: url })).toThrow(says);
    expect(() => readConfig({ DATABASE_URL: url })).toThrow(/^DATABASE_URL [^\n]*$/);
    expect(() => readConfig({ DATABASE_URL: url })).not.toThrow('secret');
  });
});
