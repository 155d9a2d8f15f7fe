import type { Config } from '#server/platform/config.ts';
import { fetchCapped } from './cap-response.ts';
import { requireModel } from './list-models.ts';
import { withVersion } from './probe-model.ts';
import type { Provider } from './provider.ts';

/**
 * Half of the smallest context window, and below the 100,000 tokens from which the smallest model's price is higher.
 */
const ANTHROPIC_PROMPT_TOKENS = 90_000;
/** For the longest outline and, where the model reasons first, its reasoning. */
const ANTHROPIC_OUTPUT_TOKENS = 32_000;
/** Local models have small context windows: both together stay within 32,768. */
const COMPATIBLE_PROMPT_TOKENS = 18_000;
const COMPATIBLE_OUTPUT_TOKENS = 12_000;

type Configured = Pick<Config, 'anthropic' | 'openAiCompatible'>;

/** The configured provider; Anthropic when both are. Undefined: the embedded planner drafts. */
export function configuredProvider(config: Configured): Provider['name'] | undefined {
  if (config.anthropic !== undefined) return 'anthropic';
  return config.openAiCompatible === undefined ? undefined : 'openai-compatible';
}

export function findProvider(config: Configured, name: Provider['name'], claudeModel: string): Provider | undefined {
  if (name === 'anthropic') return config.anthropic && anthropic(config.anthropic, claudeModel);
  return config.openAiCompatible && openAiCompatible(config.openAiCompatible);
}

function anthropic({ apiKey, url }: NonNullable<Config['anthropic']>, claudeModel: string): Provider {
  const model = requireModel(claudeModel);
  const baseURL = withVersion(url);
  return {
    name: 'anthropic',
    host: 'Anthropic',
    label: model.label,
    model: model.id,
    price: model.price,
    maxPromptTokens: ANTHROPIC_PROMPT_TOKENS,
    maxOutputTokens: ANTHROPIC_OUTPUT_TOKENS,
    options: { anthropic: { effort: 'medium' } },
    async open() {
      const { createAnthropic } = await import('@ai-sdk/anthropic');
      return createAnthropic({ apiKey, baseURL, fetch: fetchCapped })(model.id);
    },
  };
}

function openAiCompatible(config: NonNullable<Config['openAiCompatible']>): Provider {
  return { ...compatibleModel(config, true), plain: { ...compatibleModel(config, false), tellsShape: true } };
}

function compatibleModel({ url, apiKey, model }: NonNullable<Config['openAiCompatible']>, enforces: boolean): Provider {
  return {
    name: 'openai-compatible',
    host: new URL(url).host,
    label: model,
    model,
    price: null,
    maxPromptTokens: COMPATIBLE_PROMPT_TOKENS,
    maxOutputTokens: COMPATIBLE_OUTPUT_TOKENS,
    options: {},
    async open() {
      const { createOpenAICompatible } = await import('@ai-sdk/openai-compatible');
      const provider = createOpenAICompatible({
        name: 'openai-compatible',
        baseURL: url,
        ...(apiKey === undefined ? {} : { apiKey }),
        includeUsage: true,
        fetch: fetchCapped,
        supportsStructuredOutputs: enforces,
      });
      return provider(model);
    },
  };
}
