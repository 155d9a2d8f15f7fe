import { gunzipSync } from 'node:zlib';
import { damaged, refuse, tooLarge, UNPACKED_MAX } from './archive-limits.ts';
import { isTarHeader, readTar } from './read-tar.ts';
import { readZip } from './read-zip.ts';

export const isZip = (bytes: Uint8Array): boolean =>
  bytes[0] === 0x50 && bytes[1] === 0x4b && ((bytes[2] === 3 && bytes[3] === 4) || (bytes[2] === 5 && bytes[3] === 6));
export const isGzip = (bytes: Uint8Array): boolean => bytes[0] === 0x1f && bytes[1] === 0x8b;
export const isTar = (bytes: Uint8Array): boolean => isTarHeader(bytes.subarray(0, 512));

/** The files of a .zip, .tar or .tar.gz by path; bounded, so that no archive unpacks to more than it may. */
export function readArchive(bytes: Uint8Array): Map<string, Uint8Array> {
  if (isZip(bytes)) return readZip(bytes);
  const plain = isGzip(bytes) ? gunzip(bytes) : bytes;
  if (isTar(plain)) return readTar(plain);
  throw refuse('This is not an archive: a .zip, .tar or .tar.gz of the backlog folder is needed.');
}

function gunzip(bytes: Uint8Array): Uint8Array {
  try {
    return gunzipSync(bytes, { maxOutputLength: UNPACKED_MAX });
  } catch (error) {
    throw error instanceof RangeError ? tooLarge() : damaged();
  }
}
