import { run } from './run.ts';

// A reader may close the pipe early (`baton tree | head`); EPIPE is not an error.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
  process.exit(0);
});

process.exitCode = await run(process.argv.slice(2));
