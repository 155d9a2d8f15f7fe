export { AccountMenu } from './account-menu.tsx';
export { useDeleteAccount, useExport, useMe, useRename, useRevokeSession, useSessions } from './queries.ts';
