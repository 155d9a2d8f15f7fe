import { join } from 'node:path';
import { packCli } from '../../scripts/build-cli.ts';

/** The command line as it is given out, built into a folder of the test's own. */
export const packForTest = (folder: string): Promise<string> => packCli(folder, join(folder, 'cli'));
