export { CallTable } from './calls/call-table.tsx';
export { type CallStatus, useCalls } from './calls/calls-query.ts';
export { newCallsWords, useHeldRows } from './calls/hold-rows.ts';
export { DatabaseCards } from './database/database-cards.tsx';
export { useDatabase } from './database/database-query.ts';
export { DatabaseTables } from './database/database-tables.tsx';
export { LargestAccounts } from './database/largest-accounts.tsx';
export { SlowStatements } from './database/slow-statements.tsx';
export { downloadFile } from './download-file.ts';
export {
  CATEGORIES,
  type ErrorFilter,
  exportAddress,
  LEVELS,
  readFilter,
  readPage,
  STATUSES,
} from './errors/error-filter.ts';
export { ErrorSheet } from './errors/error-sheet.tsx';
export { ErrorTable } from './errors/error-table.tsx';
export { useErrors } from './errors/errors-query.ts';
export { failureWords } from './failure-words.ts';
export { FilterBar, PaddedPart, StaleWords } from './page-parts.tsx';
export { AuditLog } from './maintenance/audit-log.tsx';
export { ModeCard } from './maintenance/mode-card.tsx';
export { Security } from './maintenance/security.tsx';
export { Upkeep } from './maintenance/upkeep.tsx';
export { ClashDialog } from './settings/clash-dialog.tsx';
export { SaveBar } from './settings/save-bar.tsx';
export { countProblems, describeReach, SECTIONS } from './settings/sections.ts';
export { useSettings } from './settings/settings-query.ts';
export { SettingsSections } from './settings/settings-sections.tsx';
export { type SettingsForm, useSettingsForm } from './settings/use-settings-form.ts';
