import { join } from 'node:path';
import { packCli } from '../../scripts/build-cli.ts';

/** Builds the command line as it is distributed, into a temporary folder. */
export const packForTest = (folder: string): Promise<string> => packCli(folder, join(folder, 'cli'));
