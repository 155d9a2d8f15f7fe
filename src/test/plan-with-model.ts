import type { Id } from '#contract/fields.ts';
import type { PlannerName } from '#contract/generation.ts';
import type { Reading } from '#contract/requirement.ts';
import type { Correction, DraftInput, DraftProgress, Planner, TokenUsage } from '#server/engine/planner.ts';
import type { Surroundings } from '#server/engine/drafting/ask-once.ts';
import { createModelPlanner, findProvider } from '#server/engine/drafting/index.ts';
import type { Watch } from '#server/engine/drafting/watch-time.ts';
import type { ModelServer } from './model-server.ts';
import { contentOf, correctReading, emptyDraft } from './reading.ts';

/** Expires when the server stalls, so that no test depends on timing. */
function watchSilence(server: ModelServer): Watch {
  const controller = new AbortController();
  let hasExpired = false;
  server.onSilence = () => {
    hasExpired = true;
    controller.abort();
  };
  return {
    signal: controller.signal,
    hasExpired: () => hasExpired,
    touch: () => {},
    stop: () => controller.abort(),
  };
}

/** A planner for the fake server, without waits between retries. */
export function planWith(
  server: ModelServer,
  name: Exclude<PlannerName, 'embedded'>,
  around: Partial<Surroundings> = {},
): Planner {
  const config = {
    anthropic: { apiKey: server.key, url: server.anthropicUrl },
    openAiCompatible: { url: server.openAiUrl, apiKey: server.key, model: 'local-model' },
  };
  const provider = findProvider(config, name, 'claude-3-sonnet');
  if (provider === undefined) throw new Error('not configured');
  return createModelPlanner(provider, {
    now: () => new Date('2026-11-16T10:00:00Z'),
    random: () => 0.5,
    sleep: async () => {},
    startWatch: () => watchSilence(server),
    ...around,
  });
}

/** A planner's input, with everything it reports recorded. */
export function inputOf(reading: Reading, changes: Partial<DraftInput> = {}) {
  const shelf = new Map<string, unknown>();
  const told: DraftProgress[] = [];
  const spent: TokenUsage[] = [];
  const corrected: (readonly Correction[])[] = [];
  const content = changes.content ?? contentOf(reading);
  const input: DraftInput = {
    projectId: '0197a1b2-0000-7000-8000-000000000001' as Id,
    content,
    reading,
    builtIn: emptyDraft(),
    readAgain: async (corrections) => {
      corrected.push(corrections);
      return { reading: correctReading(content, reading, corrections), draft: input.builtIn };
    },
    maxTasks: 1_000,
    signal: new AbortController().signal,
    chunks: {
      find: async (hash) => shelf.get(hash),
      keep: async (hash, value) => void shelf.set(hash, structuredClone(value)),
    },
    progress: async (progress) => void told.push(progress),
    spent: (usage) => void spent.push(usage),
    ...changes,
  };
  return { input, shelf, told, spent, corrected };
}
