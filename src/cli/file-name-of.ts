import { basename } from 'node:path';
import { findFileNameFault } from '#contract/file-name.ts';
import { Failure } from './failure.ts';

/** The name a file is sent under. What the server would refuse is said before the file is read and sent. */
export function fileNameOf(file: string): string {
  const name = basename(file);
  const fault = findFileNameFault(name);
  if (fault === undefined) return name;
  throw new Failure(`The file name ${JSON.stringify(name)} ${fault}.`);
}
