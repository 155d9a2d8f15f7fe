import { describe, expect, test } from 'vitest';
import {
  addressSubject,
  fitDisplayName,
  isAdministrator,
  isEmail,
  localPath,
  trustedOrigins,
  waitSentence,
} from './rules.ts';

describe('addresses are counted', () => {
  test.each([
    ['192.0.2.1', 'address:192.0.2.1'],
    ['::ffff:192.0.2.1', 'address:192.0.2.1'],
    ['2001:db8:1:2:3:4:5:6', 'address:2001:db8:1:2::/64'],
    ['2001:DB8:1:2::9', 'address:2001:db8:1:2::/64'],
    ['2001:db8::1', 'address:2001:db8:0:0::/64'],
    ['::1', 'address:0:0:0:0::/64'],
    ['fe80::1%eth0', 'address:fe80:0:0:0::/64'],
  ])('%s as %s', (address, subject) => {
    expect(addressSubject(address)).toBe(subject);
  });
});

describe('trusted origins', () => {
  test('are the machine’s three names on the local default', () => {
    expect(trustedOrigins('http://localhost:3000')).toEqual([
      'http://localhost:3000',
      'http://127.0.0.1:3000',
      'http://[::1]:3000',
    ]);
  });
  test('are the public address alone anywhere else', () => {
    expect(trustedOrigins('https://baton.example')).toEqual(['https://baton.example']);
    expect(trustedOrigins('http://192.168.1.5:3000')).toEqual(['http://192.168.1.5:3000']);
  });
});

describe('a return address', () => {
  test.each([
    ['/projects', '/projects'],
    ['/projects?x=1#y', '/projects?x=1#y'],
    ['https://baton.example/auth/callback', '/auth/callback'],
    ['projects', '/projects'],
  ])('%s stays on the site as %s', (address, path) => {
    expect(localPath(address, 'https://baton.example')).toBe(path);
  });
  test.each([
    'https://evil.example/',
    'http://baton.example/',
    '//evil.example',
    '/\\evil.example',
    '\\\\evil.example',
    '/.//evil.example',
    'https://baton.example//evil.example',
    'https://baton.example@evil.example/',
    'javascript:alert(1)',
    'data:text/html,x',
    'https://',
  ])('%s is refused', (address) => {
    expect(localPath(address, 'https://baton.example')).toBeUndefined();
  });
});

describe('an administrator', () => {
  const user = { isAdmin: false, email: 'boss@example.com', emailVerified: true };
  test('is who was made one', () => {
    expect(isAdministrator({ ...user, isAdmin: true }, [])).toBe(true);
    expect(isAdministrator(user, [])).toBe(false);
  });
  test('is who the operator named, once the address is confirmed', () => {
    expect(isAdministrator(user, ['boss@example.com'])).toBe(true);
    expect(isAdministrator({ ...user, emailVerified: false }, ['boss@example.com'])).toBe(false);
  });
});

test('a name from elsewhere is cut to what a display name may be', () => {
  expect(fitDisplayName('  Ada  ')).toBe('Ada');
  expect([...fitDisplayName('😀'.repeat(150))]).toHaveLength(100);
  expect(fitDisplayName('bad\0name')).toBe('');
  expect(fitDisplayName(undefined)).toBe('');
});

test.each([
  ['a@example.com', true],
  ['a@localhost', false],
  ['a b@example.com', false],
  [`${'a'.repeat(243)}@example.com`, false],
  ['', false],
])('whether %s is an email address: %s', (email, expected) => {
  expect(isEmail(email)).toBe(expected);
});

test('waiting is said in minutes', () => {
  expect([1, 60, 61, 600].map(waitSentence)).toEqual(['1 minute', '1 minute', '2 minutes', '10 minutes']);
});
