import { z } from 'zod';
import { MAINTENANCE_MESSAGE_MAX } from './constants.ts';
import { endpoint } from './endpoint.ts';
import { Timestamp, requiredText } from './fields.ts';
import { TierLimits } from './subscription.ts';

export const SystemSettings = z.strictObject({
  mcpToolCallsPerHour: z.int(),
  maxRequestsPerMinute: z.int(),
  maxTasksPerProject: z.int(),
  claudeModel: z.string().max(100),
  maintenanceMode: z.boolean(),
  maintenanceMessage: requiredText(MAINTENANCE_MESSAGE_MAX),
});
export type SystemSettings = z.infer<typeof SystemSettings>;

export const BothTierLimits = z.strictObject({ free: TierLimits.strict(), pro: TierLimits.strict() });
export type BothTierLimits = z.infer<typeof BothTierLimits>;

/** As saved: an omitted storage limit keeps its value. */
const SavedLimits = TierLimits.partial({ storage_mb: true }).strict();

export const SettingsAnswer = z.object({
  settings: SystemSettings,
  tierLimits: BothTierLimits,
  lastModified: Timestamp.nullable(),
  modifiedBy: z.string().nullable(),
  models: z.array(z.object({ name: z.string(), label: z.string() })).meta({ description: 'What claudeModel may be' }),
});
export type SettingsAnswer = z.infer<typeof SettingsAnswer>;

export const getSettings = endpoint({
  id: 'getSettings',
  method: 'GET',
  path: '/api/admin/system/settings',
  access: 'admin',
  summary: 'System settings and the limits of both tiers',
  answer: SettingsAnswer,
  bare: true,
});

export const saveSettings = endpoint({
  id: 'saveSettings',
  method: 'PUT',
  path: '/api/admin/system/settings',
  access: 'admin',
  summary: 'Save settings and tier limits; they hold at once, on every server',
  body: z.strictObject({
    settings: SystemSettings,
    tierLimits: z.strictObject({ free: SavedLimits, pro: SavedLimits }),
    lastModified: Timestamp.nullable()
      .optional()
      .meta({ description: 'As it was read: when somebody has saved since, nothing is written (409)' }),
  }),
  answer: SettingsAnswer,
  bare: true,
  errors: ['CONFLICT'],
});
