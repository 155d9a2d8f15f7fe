import { expect, test } from 'vitest';
import { createSealer } from './seal.ts';

const withSecret = (secret: string) => createSealer(async () => secret);
const own = withSecret('a secret of this instance');

test('a sealed text says nothing and opens for every server with the secret', async () => {
  const sealed = await own.seal('https://baton.example/reset?token=ü', 'mail 1 link');
  expect(sealed).not.toContain('token');
  expect(await own.seal('https://baton.example/reset?token=ü', 'mail 1 link')).not.toBe(sealed);
  expect(await withSecret('a secret of this instance').open(sealed, 'mail 1 link')).toBe(
    'https://baton.example/reset?token=ü',
  );
});

test('it does not open with another secret, for another place, or changed', async () => {
  const sealed = await own.seal('link', 'mail 1 link');
  expect(await withSecret('another secret').open(sealed, 'mail 1 link')).toBeUndefined();
  expect(await own.open(sealed, 'mail 2 link')).toBeUndefined();
  expect(await own.open(`${sealed.slice(0, -2)}AA`, 'mail 1 link')).toBeUndefined();
  expect(await own.open(sealed.slice(0, 20), 'mail 1 link')).toBeUndefined();
  expect(await own.open('link', 'mail 1 link')).toBeUndefined();
});

test('a secret that could not be read is asked for again', async () => {
  let tries = 0;
  const sealer = createSealer(async () => {
    tries += 1;
    if (tries === 1) throw new Error('not there');
    return 'secret';
  });
  await expect(sealer.seal('x', 'here')).rejects.toThrow('not there');
  expect(await sealer.open(await sealer.seal('x', 'here'), 'here')).toBe('x');
});
