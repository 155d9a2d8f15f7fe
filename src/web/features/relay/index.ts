export { countAtWork, isRunning } from './data/lane-state.ts';
export { useRelay } from './data/queries.ts';
export { HowToStart } from './how-to-start.tsx';
export { RelayBody } from './relay-body.tsx';
export type { RelayReach } from './relay-reach.ts';
export { TaskResults } from './task-results.tsx';
export { useRelayKeys } from './use-relay-keys.ts';
