import type { Id } from '#contract/fields.ts';
import type { Run, RunResult } from '#contract/run.ts';
import type { runResults, runs } from '#server/platform/db/tables/index.ts';

export type RunRow = typeof runs.$inferSelect;
export type ResultRow = typeof runResults.$inferSelect;

export function presentRun(row: RunRow): Run {
  return {
    id: row.id as Id,
    project_id: row.projectId as Id,
    started_by: row.startedBy,
    host: row.host,
    clients: row.clients,
    parallel: row.parallel,
    base_branch: row.baseBranch,
    is_merging: row.isMerging,
    verify_command: row.verifyCommand,
    is_demo: row.isDemo,
    first_worker: row.firstWorker,
    started_at: row.startedAt.toISOString(),
    last_beat_at: row.lastBeatAt.toISOString(),
    ended_at: row.endedAt?.toISOString() ?? null,
    end: row.end,
    is_paused: row.isPaused,
    stop: row.stop,
    asked_by: row.askedBy,
    done: row.done,
    failed: row.failed,
    skipped: row.skipped,
    given_back: row.givenBack,
    insertions: row.insertions,
    deletions: row.deletions,
    tokens: row.tokens,
    cost_usd: row.costUsd,
  };
}

export function presentResult(row: ResultRow): RunResult {
  return {
    id: row.id as Id,
    run_id: row.runId as Id,
    task_id: row.taskId as Id,
    number: row.number,
    title: row.title,
    worker: row.worker,
    outcome: row.outcome,
    reason: row.reason,
    try: row.try,
    tries: row.tries,
    is_verified: row.isVerified,
    verify_command: row.verifyCommand,
    merged_into: row.mergedInto,
    branch: row.work?.branch ?? null,
    commit: row.work?.commit ?? null,
    diff: row.work?.diff ?? null,
    seconds: row.seconds,
    tokens: row.tokens,
    cost_usd: row.costUsd,
    at: row.at.toISOString(),
  };
}
