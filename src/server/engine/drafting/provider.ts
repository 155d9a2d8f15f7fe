import type { LanguageModel } from 'ai';
import type { PlannerName } from '#contract/generation.ts';
import type { ModelPrice } from './list-models.ts';

/** A language model, and its static properties. */
export interface Provider {
  name: Exclude<PlannerName, 'embedded'>;
  /** The host, for error messages. */
  host: string;
  label: string;
  model: string;
  price: ModelPrice | null;
  /** For the PRD's part, the outline and hints together. */
  maxPromptTokens: number;
  maxOutputTokens: number;
  options: SentOptions;
  /**
   * The same model without enforced schemas, for endpoints that do not support them; the schema is then described in
   * the prompt.
   */
  plain?: Provider;
  tellsShape?: boolean;
  /** Imported lazily: a server that never asks a model does not load the libraries. */
  open(): Promise<LanguageModel>;
}

export type SentOptions = Record<string, Record<string, string | boolean>>;
