import fc from 'fast-check';
import { expect } from 'vitest';
import type { Id } from '#contract/fields.ts';
import type { Context } from '#server/platform/context.ts';
import type { ModelPlace } from './plan-model-edits.ts';
import { type PlanState, type Refusal, attempt, childList } from './plan-model.ts';

/** The real plan, with the ids of what the model calls by number. */
export interface RealPlan {
  as: Record<Holder, Context>;
  projectId: Id;
  tasks: Map<number, Id>;
  lists: Map<number, Id>;
  notes: Id[];
  checkpoints: Id[];
  /** What was done, for whoever reads a failure: fast-check names a command after its latest run, not after the failing one. */
  journal: string[];
  /** Lets the places between siblings run out, so that the next one added needs them spread out. */
  squeeze(): Promise<void>;
  advance(minutes: number): void;
  /** The numbers of a list's tasks in the order they have now. */
  orderOf(list: Id): Promise<number[]>;
  /** Compares everything that can be seen, after every step. */
  compare(state: PlanState): Promise<void>;
}

const HOLDERS = ['user', 'alpha', 'beta'] as const;
type Holder = (typeof HOLDERS)[number];

interface Step<T> {
  say: string;
  model(state: PlanState): void;
  real(real: RealPlan): Promise<T>;
  /** What only the answer can tell: ids, and places that are the server's to choose. */
  learn?(state: PlanState, real: RealPlan, answer: T): void | Promise<void>;
}

export type PlanCommand = fc.AsyncCommand<PlanState, RealPlan>;

export function command<T>(draw: (state: PlanState) => Step<T> | undefined): PlanCommand {
  let said = '(nothing to do)';
  return {
    check: () => true,
    toString: () => said,
    run: async (state, real) => {
      const step = draw(state);
      if (step === undefined) return;
      said = step.say;
      real.journal.push(step.say);
      real.advance(0);
      const expected = attempt(state, (draft) => step.model(draft));
      const { refusal, answer } = await ask(step.real(real));
      if (refusal !== undefined) real.journal.push(`  refused: ${refusal}`);
      expect(refusal ?? 'done', `${step.say} must be ${expected ?? 'done'}`).toBe(expected ?? 'done');
      if (answer !== undefined) await step.learn?.(state, real, answer.value);
      await real.compare(state);
    },
  };
}

async function ask<T>(work: Promise<T>): Promise<{ refusal?: Refusal; answer?: { value: T } }> {
  try {
    return { answer: { value: await work } };
  } catch (error) {
    const { type } = error as { type?: Refusal };
    if (type === undefined) throw error;
    return { refusal: type };
  }
}

export const idOf = (ids: Map<number, Id>, key: number): Id => {
  const id = ids.get(key);
  if (id === undefined) throw new Error(`the answer to what made ${key} told no id`);
  return id;
};

/** Most picks fall on what is there; some on what was deleted. */
export const Pick = fc.noBias(fc.record({ at: fc.nat(999), fromGone: fc.nat(9).map((n) => n === 0) }));
export type Pick = typeof Pick extends fc.Arbitrary<infer P> ? P : never;

export function pick<T extends { gone: unknown }>(rows: Iterable<T>, { at, fromGone }: Pick): T | undefined {
  const all = [...rows];
  const gone = all.filter((row) => row.gone !== null);
  const there = all.filter((row) => row.gone === null);
  const from = (fromGone && gone.length > 0) || there.length === 0 ? gone : there;
  return from[at % Math.max(1, from.length)];
}
export const pickTask = (state: PlanState, by: Pick) => pick(state.tasks.values(), by)?.number;
export const pickList = (state: PlanState, by: Pick) => pick(state.lists.values(), by)?.key;
export const isGone = (by: Pick): Pick => ({ ...by, fromGone: true });

export const Place = fc.record({
  into: fc.constantFrom('nowhere', 'list', 'parent', 'parent'),
  target: Pick,
  after: fc.constantFrom('end', 'first', 'sibling', 'sibling', 'any'),
  sibling: Pick,
});
export type Place = typeof Place extends fc.Arbitrary<infer P> ? P : never;

export function readPlace(state: PlanState, place: Place, home?: number): ModelPlace {
  const list = place.into === 'list' ? pickList(state, place.target) : undefined;
  const parent = place.into === 'parent' ? pickTask(state, place.target) : undefined;
  const into = list ?? (parent === undefined ? (home ?? 1) : childList(state, parent)?.key);
  const siblings = [...state.tasks.values()].filter((task) => task.list === into);
  const after = {
    end: undefined,
    first: null,
    sibling: pick(siblings, place.sibling)?.number,
    any: pickTask(state, place.sibling),
  }[place.after];
  return { list, parent, after };
}

export const placeOf = (real: RealPlan, { list, parent, after }: ModelPlace) => ({
  ...(list === undefined ? {} : { task_list_id: idOf(real.lists, list) }),
  ...(parent === undefined ? {} : { parent_task_id: idOf(real.tasks, parent) }),
  ...(after === undefined ? {} : { after_task_id: after === null ? null : idOf(real.tasks, after) }),
});
export const sayPlace = ({ list, parent, after }: ModelPlace) =>
  `${list === undefined ? '' : ` into L${list}`}${parent === undefined ? '' : ` below T${parent}`}${after === undefined ? '' : ` after ${after === null ? 'none' : `T${after}`}`}`;

export const Title = fc.constantFrom('Ash', 'Birch', 'Cedar', 'Elm', 'Oak', 'Pine', 'Yew');
export const By = fc.constantFrom(...HOLDERS);
