import { expect, test } from 'vitest';
import { requireOwnAddress } from './require-own-address.ts';

const PUBLIC = 'https://baton.example';
const LOCAL = 'http://localhost:3000';
const isOwn = (url: string, address: string) => {
  try {
    return requireOwnAddress({ url }, 'returnUrl', address) === address;
  } catch {
    return false;
  }
};

test.each([
  [PUBLIC, `${PUBLIC}/subscription`],
  [LOCAL, `${LOCAL}/subscription`],
  [LOCAL, 'http://127.0.0.1:3000/subscription'],
  [LOCAL, 'http://[::1]:3000/subscription'],
])('%s takes %s for its own', (url, address) => {
  expect(isOwn(url, address)).toBe(true);
});

test.each([
  [PUBLIC, 'https://www.baton.example/'],
  [PUBLIC, 'https://baton.example:3000/'],
  [PUBLIC, 'http://baton.example/'],
  [PUBLIC, 'http://localhost:3000/'],
  [PUBLIC, 'http://127.0.0.1:3000/'],
  ['http://192.168.1.5:3000', 'http://127.0.0.1:3000/'],
  [LOCAL, 'http://127.0.0.1:3001/'],
  [LOCAL, 'http://127.0.0.1/'],
  [LOCAL, 'http://127.0.0.2:3000/'],
  [LOCAL, 'https://127.0.0.1:3000/'],
  [LOCAL, 'blob:http://127.0.0.1:3000/'],
  [LOCAL, 'http://user:secret@127.0.0.1:3000/'],
  [LOCAL, 'http://127.0.0.1:3000@evil.example/'],
  [LOCAL, 'http://127.0.0.1.evil.example:3000/'],
])('%s does not take %s for its own', (url, address) => {
  expect(isOwn(url, address)).toBe(false);
});
