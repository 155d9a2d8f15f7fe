import { join } from 'node:path';
import { buildCli } from '../../scripts/build-cli.ts';
import { buildServer } from '../../scripts/build-server.ts';

let server: Promise<string> | undefined;

/** The server as `npm start` runs it: one of these starts with half the work of one from its sources. */
export const builtServer = () => (server ??= buildServer(() => undefined));
