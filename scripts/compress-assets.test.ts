import { randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { compressAssets } from './compress-assets.ts';

let directory = '';
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'baton-assets-'));
  await mkdir(join(directory, 'assets'));
});
afterEach(() => rm(directory, { recursive: true }));

const asset = (name: string) => join(directory, 'assets', name);

it('a script gets both forms, and each unpacks to the script', async () => {
  const script = 'export const baton = "one at a time";\n'.repeat(100);
  await writeFile(asset('main-a1.js'), script);

  const { written } = await compressAssets(directory);

  expect(written.toSorted()).toEqual([asset('main-a1.js.br'), asset('main-a1.js.gz')]);
  const [br, gz] = [await readFile(asset('main-a1.js.br')), await readFile(asset('main-a1.js.gz'))];
  expect(brotliDecompressSync(br).toString()).toBe(script);
  expect(gunzipSync(gz).toString()).toBe(script);
  expect(br.length).toBeLessThan(script.length);
});

it('small files, and files that would not shrink, stay alone', async () => {
  await writeFile(asset('small.css'), 'a{}'.repeat(341));
  await writeFile(asset('font.woff2'), randomBytes(20_000));
  await writeFile(join(directory, '.sources'), 'x'.repeat(5_000));

  expect(await compressAssets(directory)).toEqual({ written: [] });
  expect(await readdir(join(directory, 'assets'))).toEqual(['font.woff2', 'small.css']);
});

it('a compressed file is not compressed again', async () => {
  await writeFile(asset('main-a1.js.br'), 'baton '.repeat(1_000));
  await writeFile(asset('main-a1.js.gz'), 'baton '.repeat(1_000));

  expect(await compressAssets(directory)).toEqual({ written: [] });
});
