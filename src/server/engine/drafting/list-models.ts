export interface ModelPrice {
  inputUsdPerMillion: number;
  outputUsdPerMillion: number;
}

export interface ModelChoice {
  /** The value of the administrator's setting. */
  name: string;
  /** Display name. */
  label: string;
  /** The provider's current id. */
  id: string;
  price: ModelPrice;
}

/**
 * The setting's names are older than the models behind them: each stands for a size, and gives the newest model of it.
 * Ids and prices are those of platform.claude.com/docs/en/models, read on 2026-11-15. The smallest has a higher price
 * for prompts over 100,000 tokens; ours stay below that.
 */
const CLAUDE_MODELS: readonly ModelChoice[] = [
  {
    name: 'claude-3-haiku',
    label: 'Claude Haiku 5.5',
    id: 'claude-haiku-5-5',
    price: { inputUsdPerMillion: 0.1, outputUsdPerMillion: 0.5 },
  },
  {
    name: 'claude-3-sonnet',
    label: 'Claude Sonnet 5.5',
    id: 'claude-sonnet-5-5',
    price: { inputUsdPerMillion: 2, outputUsdPerMillion: 10 },
  },
  {
    name: 'claude-3-opus',
    label: 'Claude Opus 5.5',
    id: 'claude-opus-5-5',
    price: { inputUsdPerMillion: 4, outputUsdPerMillion: 20 },
  },
];

/** The models an administrator may choose, smallest first. */
export const listModels = (): readonly ModelChoice[] => CLAUDE_MODELS;

export function requireModel(name: string): ModelChoice {
  const model = CLAUDE_MODELS.find((candidate) => candidate.name === name);
  if (model === undefined) throw new Error(`the setting claudeModel holds an unknown name: ${name}`);
  return model;
}
