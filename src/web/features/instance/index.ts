export { OutboxHint } from './outbox-hint.tsx';
export { outboxQuery, useInstance, useOutbox, useSetupStatus } from './queries.ts';
