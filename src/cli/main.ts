import { run } from './run.ts';

// A reader that has seen enough closes the pipe (`baton tree | head`); that is not a fault.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
  process.exit(0);
});

process.exitCode = await run(process.argv.slice(2));
