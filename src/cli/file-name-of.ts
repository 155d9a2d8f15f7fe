import { basename } from 'node:path';
import { findFileNameFault } from '#contract/file-name.ts';
import { Failure } from './failure.ts';

/** The file name to send. Invalid ones are refused before the file is read. */
export function fileNameOf(file: string): string {
  const name = basename(file);
  const fault = findFileNameFault(name);
  if (fault === undefined) return name;
  throw new Failure(`The file name ${JSON.stringify(name)} ${fault}.`);
}
