import type { Context } from '#server/platform/context.ts';
import type { Engine } from './planner.ts';

/** A context with a planning engine. */
export interface EngineContext extends Context {
  engine: Engine;
  /** Runs under way in this process, for graceful shutdown. */
  underWay: UnderWay;
}

export interface UnderWay {
  add(work: Promise<unknown>): void;
  signal: AbortSignal;
}
