import { readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createUploadStore } from './store-upload.ts';

const MB = 1024 * 1024;

test('what is small stays in memory, what is large is in a file that has no name', async () => {
  const store = createUploadStore(tmpdir());
  const small = store.open();
  expect(small.add(Buffer.from('small'))).toBeUndefined();
  expect(await small.finish()).toEqual({ chunks: [Buffer.from('small')], file: undefined });

  const large = store.open();
  for (const letter of 'abc') await large.add(Buffer.alloc(MB, letter));
  await large.add(Buffer.from('end'));
  const { chunks, file } = await large.finish();
  expect(chunks).toEqual([]);
  expect(file?.bytes).toBe(3 * MB + 3);
  await large.release();
});

test('all together have a limit; what is released makes room', async () => {
  const store = createUploadStore(tmpdir(), { most: 2 * MB });
  const [first, second] = [store.open(), store.open()];
  await first.add(Buffer.alloc(MB));
  await second.add(Buffer.alloc(MB - 1));
  expect(() => second.add(Buffer.alloc(2))).toThrow('Many large files are arriving right now.');
  await first.release();
  await first.release();
  expect(() => second.add(Buffer.alloc(2))).not.toThrow();
  await second.release();
});

test('where the data folder is not used, the system’s own is', async () => {
  const upload = createUploadStore(join(tmpdir(), 'is-not-there')).open();
  await upload.add(Buffer.alloc(MB, 'x'));
  const { file } = await upload.finish();
  expect(file?.bytes).toBe(MB);
  if (process.platform === 'linux') expect(readFileSync(`/proc/self/fd/${file?.descriptor}`).length).toBe(MB);
  await upload.release();
});
