import fc from 'fast-check';
import { expect } from 'vitest';
import type { Id } from '#contract/fields.ts';
import type { Context } from '#server/platform/context.ts';
import type { ModelPlace } from './plan-model-edits.ts';
import {
  type ModelTask,
  type PlanState,
  type Refusal,
  attempt,
  childList,
  childrenOf,
  listOf,
  taskOf,
} from './plan-model.ts';

/** The real plan, with the ids of the model's numbers. */
export interface RealPlan {
  as: Record<Holder, Context>;
  projectId: Id;
  tasks: Map<number, Id>;
  lists: Map<number, Id>;
  notes: Id[];
  checkpoints: Id[];
  /** Tokens by fencing number. */
  tokens: Map<number, string>;
  /** A journal for reading failures: fast-check names a command after its latest run, not the failing one. */
  journal: string[];
  /** Uses up the gaps between siblings, so that the next insert must renumber. */
  squeeze(): Promise<void>;
  advance(minutes: number): void;
  /** The current order of a list's tasks. */
  orderOf(list: Id): Promise<number[]>;
  /** Compares all observable state after every step. */
  compare(state: PlanState): Promise<void>;
}

const HOLDERS = ['user', 'alpha', 'twin', 'beta'] as const;
type Holder = (typeof HOLDERS)[number];

interface Step<T> {
  say: string;
  model(state: PlanState): void;
  real(real: RealPlan): Promise<T>;
  /** Learns from the answer: ids, and orders the server chooses. */
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

/**
 * Mostly live tasks, some deleted; mostly near the last touched ones, since bugs hide in sequences on the same few
 * rows.
 */
export const Pick = fc.noBias(
  fc.record({
    at: fc.nat(999),
    fromGone: fc.nat(9).map((n) => n === 0),
    isNear: fc.nat(9).map((n) => n < 7),
  }),
);
export type Pick = typeof Pick extends fc.Arbitrary<infer P> ? P : never;
/** For the second of two, less often near the first. */
export const OtherPick = Pick.map((by) => ({ ...by, isNear: by.isNear && by.at % 2 === 0 }));

export function pick<T extends { gone: unknown }>(rows: Iterable<T>, { at, fromGone }: Pick): T | undefined {
  const all = [...rows];
  const gone = all.filter((row) => row.gone !== null);
  const there = all.filter((row) => row.gone === null);
  const from = (fromGone && gone.length > 0) || there.length === 0 ? gone : there;
  return from[at % Math.max(1, from.length)];
}

/** Mostly a task for which the next command makes sense. */
export function pickTask(
  state: PlanState,
  by: Pick,
  fits: (task: ModelTask) => boolean = () => true,
): number | undefined {
  const of = (rows: ModelTask[]) => rows.filter((task) => (task.gone !== null) === by.fromGone && fits(task));
  const picked =
    pick(by.isNear ? of(nearTasks(state)) : [], by) ??
    pick(of([...state.tasks.values()]), by) ??
    pick(state.tasks.values(), by);
  if (picked !== undefined) touch(state, picked.number);
  return picked?.number;
}

export const isLeaf =
  (state: PlanState) =>
  (task: ModelTask): boolean =>
    childrenOf(state, task.number).length === 0;
export const isBelow =
  (state: PlanState) =>
  (task: ModelTask): boolean =>
    listOf(state, task.list).parent !== null;

/** A deleted row that can mostly be undeleted: not one that was only cascaded to. */
export function pickGone<T extends { gone: ModelTask['gone'] }>(
  rows: Iterable<T>,
  nameOf: (row: T) => string,
  by: Pick,
): T | undefined {
  const gone = [...rows].filter((row) => row.gone !== null);
  const roots = gone.filter((row) => row.gone?.with === nameOf(row));
  return pick(by.fromGone ? gone : roots, by);
}

export function pickList(state: PlanState, by: Pick): number | undefined {
  const around = new Set(nearTasks(state).map((task) => task.list));
  const near = [...state.lists.values()].filter(
    (list) => by.isNear && around.has(list.key) && (list.gone !== null) === by.fromGone,
  );
  return (pick(near, by) ?? pick(state.lists.values(), by))?.key;
}

const TOUCHED = 3;
export function touch(state: PlanState, number: number): void {
  state.touched = [number, ...state.touched.filter((each) => each !== number)].slice(0, TOUCHED);
}

/** The last touched tasks with their parents and children, deleted or not. */
function nearTasks(state: PlanState): ModelTask[] {
  const parentOf = (task: ModelTask) => state.lists.get(task.list)?.parent ?? undefined;
  const touched = new Set(state.touched);
  const parents = new Set([...state.tasks.values()].filter((task) => touched.has(task.number)).map(parentOf));
  return [...state.tasks.values()].filter((task) => {
    const parent = parentOf(task);
    return touched.has(task.number) || parents.has(task.number) || (parent !== undefined && touched.has(parent));
  });
}

export const Place = fc.record({
  into: fc.constantFrom('nowhere', 'list', 'parent', 'parent'),
  target: OtherPick,
  after: fc.constantFrom('end', 'end', 'first', 'sibling', 'sibling', 'sibling', 'any'),
  sibling: OtherPick,
});
export type Place = typeof Place extends fc.Arbitrary<infer P> ? P : never;

export function readPlace(state: PlanState, place: Place, moving?: number): ModelPlace {
  const home = moving === undefined ? undefined : taskOf(state, moving).list;
  const list = place.into === 'list' ? pickList(state, place.target) : undefined;
  const parent = place.into === 'parent' ? pickTask(state, place.target, (task) => task.number !== moving) : undefined;
  const into = list ?? (parent === undefined ? (home ?? 1) : childList(state, parent)?.key);
  const siblings = [...state.tasks.values()].filter((task) => task.list === into && task.number !== moving);
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
