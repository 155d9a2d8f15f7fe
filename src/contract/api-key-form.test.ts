import { randomBytes } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { expect, test } from 'vitest';
import { API_KEY_PREFIX, composeApiKey, isApiKey, maskKey } from './api-key-form.ts';

const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** A constant source of "random" bytes. */
const always = (byte: number) => (count: number) => new Uint8Array(count).fill(byte);

test('a key is the prefix and forty characters of base62, and proves itself', () => {
  for (let made = 0; made < 200; made += 1) {
    const key = composeApiKey(randomBytes);
    expect(key).toMatch(/^baton_[0-9A-Za-z]{40}$/);
    expect(isApiKey(key)).toBe(true);
  }
});

test('the checksum is the CRC-32 of what stands before it, in base62, so that anybody can tell a typo', () => {
  for (const byte of [0, 7, 61]) {
    const key = composeApiKey(always(byte));
    let rest = crc32(key.slice(0, -6));
    let expected = '';
    for (let place = 0; place < 6; place += 1, rest = Math.floor(rest / 62))
      expected = BASE62.charAt(rest % 62) + expected;
    expect(key.slice(-6)).toBe(expected);
  }
  expect(composeApiKey(always(0))).toBe(`baton_${'0'.repeat(34)}3qHbZe`);
});

test('bytes that would make some characters likelier than others are passed over', () => {
  let asked = 0;
  const first = (count: number) => {
    asked += 1;
    return asked === 1 ? new Uint8Array(count).fill(255) : new Uint8Array(count).fill(61);
  };
  expect(composeApiKey(first).slice(API_KEY_PREFIX.length, -6)).toBe('z'.repeat(34));
  expect(asked).toBeGreaterThan(1);
});

test('one wrong, swapped, missing or added character is told without asking anybody', () => {
  const key = composeApiKey(randomBytes);
  for (let place = API_KEY_PREFIX.length; place < key.length; place += 1) {
    const wrong = key[place] === 'x' ? 'y' : 'x';
    const typo = `${key.slice(0, place)}${wrong}${key.slice(place + 1)}`;
    expect(isApiKey(typo), `a typo at ${place}`).toBe(false);
    const next = key[place + 1];
    if (next !== undefined && next !== key[place]) {
      const swapped = `${key.slice(0, place)}${next}${key[place]}${key.slice(place + 2)}`;
      expect(isApiKey(swapped), `two swapped at ${place}`).toBe(false);
    }
  }
  for (const other of [
    key.slice(0, -1),
    `${key}0`,
    ` ${key}`,
    `${key}\n`,
    key.toUpperCase(),
    key.slice(6),
    '',
    'baton_',
  ])
    expect(isApiKey(other), JSON.stringify(other)).toBe(false);
});

test('a mask shows the first and last four characters, and of something short nothing', () => {
  expect(maskKey(`baton_${'a'.repeat(36)}wxyz`)).toBe(`bato${'•'.repeat(20)}wxyz`);
  expect(maskKey('12345678')).toBe('••••••••');
  expect(maskKey('')).toBe('');
});
