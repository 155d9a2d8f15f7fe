import type { BothTierLimits, SettingsAnswer, SystemSettings as Shown } from '#contract/admin-settings.ts';
import { listModels } from '#server/engine/index.ts';
import type { SystemSettings } from '#server/platform/settings.ts';

export function presentSettings(row: SystemSettings, tierLimits: BothTierLimits): SettingsAnswer {
  return {
    settings: presentValues(row),
    tierLimits,
    lastModified: row.lastModified?.toISOString() ?? null,
    modifiedBy: row.modifiedBy,
    models: listModels().map(({ name, label }) => ({ name, label })),
  };
}

export function presentValues(row: SystemSettings): Shown {
  const { mcpToolCallsPerHour, maxRequestsPerMinute, maxTasksPerProject } = row;
  const { claudeModel, maintenanceMode, maintenanceMessage } = row;
  return {
    mcpToolCallsPerHour,
    maxRequestsPerMinute,
    maxTasksPerProject,
    claudeModel,
    maintenanceMode,
    maintenanceMessage,
  };
}
