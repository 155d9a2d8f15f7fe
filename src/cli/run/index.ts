export { dryRun } from './dry-run.ts';
export { askRun } from './ask-run.ts';
export { RUN_OPTIONS, readMode } from './run-options.ts';
export { runRelay } from './run-relay.ts';
export { showStatus } from './show-status.ts';
