import { buildServer } from './build-server.ts';
import { buildWeb } from './build-web.ts';

// In a process of its own: what builds takes a few hundred megabytes, and the server would keep them.
await buildWeb((line) => console.log(line));
await buildServer((line) => console.log(line));
