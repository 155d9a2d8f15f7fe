import { z } from 'zod';
import { RUN_RESULTS_PAGE, TASK_LIST_NAME_MAX } from './constants.ts';
import { endpoint } from './endpoint.ts';
import { Id, Timestamp, requiredText } from './fields.ts';
import { Run, RunRequest, RunResult, RunWorker, RunWorkerName } from './run.ts';

const ProjectPath = z.strictObject({ id: Id });
const RunPath = z.strictObject({ id: Id });

export const getRunOutput = endpoint({
  id: 'getRunOutput',
  method: 'GET',
  path: '/api/runs/:id/output',
  access: 'caller',
  summary: 'The output of an agent of a run as far as it is still in memory: at most the last 64 KB',
  params: RunPath,
  query: z.strictObject({ worker: RunWorkerName }),
  answer: z.object({
    worker: z.string(),
    text: z.string(),
    from: z.int().meta({ description: 'The number of its first line' }),
    is_cut: z.boolean().meta({ description: 'There was more before it' }),
  }),
  errors: ['NOT_FOUND'],
});

export const askRun = endpoint({
  id: 'askRun',
  method: 'POST',
  path: '/api/runs/:id/ask',
  access: 'caller',
  summary: 'Ask a run to pause, to go on, to stop after the current tasks, or to stop now',
  params: RunPath,
  body: z.strictObject({ request: RunRequest }),
  answer: Run,
  errors: ['NOT_FOUND', 'CONFLICT', 'FORBIDDEN'],
});

/** A run with its agents. */
export const LiveRun = z.object({ run: Run, workers: z.array(RunWorker) });
export type LiveRun = z.infer<typeof LiveRun>;

export const getRunView = endpoint({
  id: 'getRunView',
  method: 'GET',
  path: '/api/projects/:id/relay',
  access: 'caller',
  summary: 'The runs at work, or the last one, with their agents, what comes next, and the newest results',
  params: ProjectPath,
  query: z.strictObject({
    only: requiredText(TASK_LIST_NAME_MAX)
      .optional()
      .meta({ description: 'What comes next of this list, or below this task' }),
  }),
  answer: z.object({
    runs: z.array(LiveRun),
    queue: z.array(z.object({ id: Id, number: z.int(), title: z.string(), waits_for: z.array(z.int()), try: z.int() })),
    ready: z.int().meta({ description: 'How many of these tasks are ready' }),
    results: z.array(RunResult).meta({ description: 'The newest, of these runs' }),
    results_total: z.int(),
  }),
  errors: ['NOT_FOUND'],
});
export type RunView = z.infer<typeof getRunView.answer>;

export const listRuns = endpoint({
  id: 'listRuns',
  method: 'GET',
  path: '/api/projects/:id/runs',
  access: 'caller',
  summary: 'The runs of a project, newest first',
  params: ProjectPath,
  query: z.strictObject({
    limit: z.coerce.number().int().min(1).max(100).default(20),
    cursor: Id.optional().meta({ description: 'nextCursor of the page before' }),
  }),
  answer: z.object({ items: z.array(Run), nextCursor: Id.nullable() }),
  errors: ['NOT_FOUND'],
});

export const listRunResults = endpoint({
  id: 'listRunResults',
  method: 'GET',
  path: '/api/projects/:id/run-results',
  access: 'caller',
  summary: 'What runs did, newest first: of one run, of one task, or of the project',
  params: ProjectPath,
  query: z.strictObject({
    run_id: Id.optional(),
    task_id: Id.optional(),
    limit: z.coerce.number().int().min(1).max(RUN_RESULTS_PAGE).default(20),
    cursor: Id.optional().meta({ description: 'nextCursor of the page before' }),
  }),
  answer: z.object({ items: z.array(RunResult), nextCursor: Id.nullable() }),
  errors: ['NOT_FOUND'],
});

/** The line that goes beside the feed with `event: relay`: an agent of a run as it is now, or that the run was heard. */
export const RelayLine = z.object({ run_id: Id, at: Timestamp, worker: RunWorker.nullable() });
export type RelayLine = z.infer<typeof RelayLine>;
