import { buildDocs } from './build-docs.ts';
import { buildServer } from './build-server.ts';
import { buildWeb } from './build-web.ts';

// In a process of its own: building takes a few hundred megabytes, which the server would keep.
await buildWeb((line) => console.log(line));
await buildDocs((line) => console.log(line));
await buildServer((line) => console.log(line));
