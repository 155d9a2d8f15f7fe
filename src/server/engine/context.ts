import type { Context } from '#server/platform/context.ts';
import type { Engine } from './planner.ts';

/** A context with something to plan with in it. */
export interface EngineContext extends Context {
  engine: Engine;
  /** What is being drafted in this process, so that a server that stops can end it in good order. */
  underWay: UnderWay;
}

export interface UnderWay {
  add(work: Promise<unknown>): void;
  signal: AbortSignal;
}
