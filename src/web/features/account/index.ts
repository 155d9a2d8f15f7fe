export { AgentAccess, type Endings } from './agent-access.tsx';
export { AccountMenu } from './account-menu.tsx';
export {
  useActivity,
  useApps,
  useAskEmailChange,
  useCancelEmailChange,
  useDeleteAccount,
  useEmailChange,
  useExport,
  useMe,
  useRename,
  useRevokeApp,
  useRevokeSession,
  useSessions,
} from './queries.ts';
