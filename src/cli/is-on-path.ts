import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

/** Whether a shell with this PATH finds the program. */
export const isOnPath = (program: string, path: string): boolean =>
  path.split(delimiter).some((folder) => folder !== '' && isProgram(join(folder, program)));

function isProgram(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
