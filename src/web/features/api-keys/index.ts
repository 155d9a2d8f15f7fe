export { ConnectAgent } from './connect/connect-agent.tsx';
export { ConnectionFact } from './connect/connection-fact.tsx';
export { CredentialsDialog } from './credentials/credentials-dialog.tsx';
export { KeyCard } from './key-card.tsx';
export { LeaveGuard } from './leave-guard.tsx';
export { SecureNote } from './secure-note.tsx';
export type { AgentState } from './connect/agent-state.ts';
export { useApiKey, useFirstCall } from './queries.ts';
export { useNewKey } from './use-new-key.ts';
