export { OutboxHint } from './outbox-hint.tsx';
export { instanceQuery, outboxQuery, useInstance, useOutbox, useSetupStatus } from './queries.ts';
