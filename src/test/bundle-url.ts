import { pathToFileURL } from 'node:url';
import { askRun } from './ask-run.ts';

/** Where this run has the bundle of an entry, which is named from `src`. */
export const bundleUrl = async (entry: string): Promise<URL> => pathToFileURL(await askRun<string>(`bundle/${entry}`));
