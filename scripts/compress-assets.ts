import { readFile, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const SMALLEST_BYTES = 1_024;
const DONE = /\.(br|gz)$/;

const FORMATS = [
  {
    extension: '.br',
    compress: (bytes: Buffer) =>
      promisify(brotliCompress)(bytes, {
        params: {
          [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
          [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
        },
      }),
  },
  { extension: '.gz', compress: (bytes: Buffer) => promisify(gzip)(bytes, { level: constants.Z_BEST_COMPRESSION }) },
] as const;

/**
 * Writes a .br and a .gz beside every built file over 1 KB that shrinks: compressed once at the highest level, instead
 * of at a low one per request. Fonts and images are already compressed and skipped.
 */
export async function compressAssets(directory: string): Promise<{ written: string[] }> {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true });
  const files = entries
    .filter((entry) => entry.isFile() && !entry.name.startsWith('.') && !DONE.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name));
  const written: string[] = [];
  for (const file of files) written.push(...(await compressFile(file)));
  return { written };
}

async function compressFile(file: string): Promise<string[]> {
  const bytes = await readFile(file);
  if (bytes.length <= SMALLEST_BYTES) return [];
  const written = await Promise.all(
    FORMATS.map(async ({ extension, compress }) => {
      const compressed = await compress(bytes);
      if (compressed.length >= bytes.length) return undefined;
      await writeFile(file + extension, compressed);
      return file + extension;
    }),
  );
  return written.filter((name) => name !== undefined);
}
