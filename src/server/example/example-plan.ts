import type { PlanOp } from '#contract/tools.ts';
import type { ExampleList, ExampleTask } from './example-list.ts';
import { FOUNDATIONS } from './plan-foundations.ts';
import { RATE_LIMITER } from './plan-rate-limiter.ts';
import { USAGE_METERING } from './plan-usage-metering.ts';
import { BILLING_WEBHOOKS } from './plan-billing-webhooks.ts';
import { ADMIN_CONSOLE } from './plan-admin-console.ts';

/** In the order of the lanes. */
const LISTS: readonly ExampleList[] = [FOUNDATIONS, RATE_LIMITER, USAGE_METERING, BILLING_WEBHOOKS, ADMIN_CONSOLE];

const addOf = (task: ExampleTask, place: Pick<PlanOp, 'list' | 'parent'>): PlanOp[] => {
  const { ref, title, description, checks, requirements } = task;
  return [
    {
      op: 'add',
      ref,
      title,
      description,
      ...(checks === undefined ? {} : { checks }),
      ...(requirements.length === 0 ? {} : { requirements }),
      ...place,
    },
    ...(task.steps?.tasks ?? []).flatMap((step) => addOf(step, { parent: ref })),
    ...(task.steps === undefined ? [] : [{ op: 'list_update' as const, id: ref, brief: task.steps.brief }]),
  ];
};

const flatten = (tasks: readonly ExampleTask[]): ExampleTask[] =>
  tasks.flatMap((task) => [task, ...flatten(task.steps?.tasks ?? [])]);

/** The plan as the edit by which an agent drafts it. */
export const EXAMPLE_OPS: readonly PlanOp[] = [
  ...LISTS.map(({ name, brief }): PlanOp => ({ op: 'list_add', name, brief })),
  ...LISTS.flatMap(({ name, tasks }) => tasks.flatMap((task) => addOf(task, { list: name }))),
  ...LISTS.flatMap(({ tasks }) =>
    flatten(tasks).flatMap(({ ref, after = [] }) => after.map((on): PlanOp => ({ op: 'depend', id: ref, on }))),
  ),
];
