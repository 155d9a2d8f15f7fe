import type { PlannerChoice } from '#contract/instance-kind.ts';
import { configuredProvider } from '#server/engine/index.ts';
import type { Config } from '#server/platform/config.ts';
import type { SystemSettings } from '#server/platform/settings.ts';

export const presentPlanner = (config: Config, { builtInPlanner }: SystemSettings): PlannerChoice => ({
  configured: configuredProvider(config) ?? null,
  built_in: builtInPlanner,
});
