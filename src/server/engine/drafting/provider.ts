import type { LanguageModel } from 'ai';
import type { PlannerName } from '#contract/generation.ts';
import type { ModelPrice } from './list-models.ts';

/** A model that can be asked, and what is known about it without asking. */
export interface Provider {
  name: Exclude<PlannerName, 'embedded'>;
  /** Who is at the other end, for sentences about a failure. */
  host: string;
  label: string;
  model: string;
  price: ModelPrice | null;
  /** What one request may hold of the PRD, the outline and hints together. */
  maxPromptTokens: number;
  maxOutputTokens: number;
  options: SentOptions;
  /** The same model without enforced shapes, for endpoints that do not know them; the shape is then told in words. */
  plain?: Provider;
  tellsShape?: boolean;
  /** Loaded when it is first needed: the libraries cost a server that never asks a model nothing. */
  open(): Promise<LanguageModel>;
}

export type SentOptions = Record<string, Record<string, string | boolean>>;
