import type { callTool as endpoint } from '#contract/tools.ts';
import type { AnswerOf, InputOf } from '#contract/endpoint.ts';
import type { Id } from '#contract/fields.ts';
import { READING_TOOLS } from '#contract/tool-names.ts';
import { ERROR_META_KEY } from '#contract/tools.ts';
import { requireScope } from '#server/auth/index.ts';
import type { EngineContext } from '#server/engine/index.ts';
import { asAgent, renewHeld, withToken } from '#server/plan/index.ts';
import type { Context } from '#server/platform/context.ts';
import { AppError, notFound } from '#server/platform/error.ts';
import { explainFailure, isDiskFull } from '#server/platform/http/failures.ts';
import { type HttpParts, takeTurn } from '#server/platform/http/mount.ts';
import { type Arriving, arrive } from './arrive.ts';
import { type Loss, forgetIdle } from './look-up.ts';
import type { CallLog } from './call-log.ts';
import { readToken } from './door/mcp-request.ts';
import type { Answered } from './door/serve-tools.ts';
import { LateArrival } from './late-arrival.ts';
import { looksUpItself, runTool, runUsual } from './run-tool.ts';
import type { Answer } from './tool.ts';
import type { Waiting } from './wait-for-work.ts';

/** A lease this close to its end is renewed synchronously; others are renewed in the background with the call log. */
const CLOSE_MS = 60_000;

/** These record their author by the name it holds its baton under, so that must be known first. */
const WRITES_AS_HOLDER: ReadonlySet<string> = new Set([
  'note',
  'plan_edit',
  'checkpoint',
  'create_task',
  'create_note',
  'update_task',
  'update_note',
]);

/** A read never changes who holds a baton. */
export const isRead = (tool: string): boolean => READING_TOOLS.has(tool);

/** True where the look-up may be skipped if the caller held nothing a moment ago. */
export const isLight = (tool: string): boolean => isRead(tool) || tool === 'task_claim';

/** Runs a tool, and prepends to its answer which batons the caller has lost. */
export async function answerCall(
  ctx: EngineContext,
  projectId: Id,
  { arrival: arriving }: Pick<Arriving, 'arrival'>,
  tool: string,
  args: unknown,
): Promise<Answer> {
  const run = async (): Promise<Answer> => {
    if (!WRITES_AS_HOLDER.has(tool))
      // It may start before the call is admitted, and waits for admission before it commits or answers.
      return runTool(
        'losses' in arriving ? ctx : { ...ctx, admitted: arriving, ...lateOf(arriving) },
        projectId,
        tool,
        args,
        undefined,
      );
    const usual = arriving instanceof LateArrival ? await runUsual(ctx, projectId, tool, args) : undefined;
    if (usual !== undefined) {
      if (arriving instanceof LateArrival) arriving.settle(usual.held);
      return usual.answer;
    }
    const { held } = await arriving;
    return runTool(asAgent(ctx, held?.name), projectId, tool, args, held);
  };
  const running = isRead(tool) ? run() : run().finally(() => forgetIdle(ctx, projectId));
  running.catch(() => undefined);
  if (arriving instanceof LateArrival) await Promise.allSettled([running]);
  const { losses, held } = await arriving;
  try {
    const answer = await running;
    if (held !== undefined && held.expiresAt.getTime() - ctx.now().getTime() < CLOSE_MS) await renew(ctx, projectId);
    return losses.length === 0 ? answer : { ...answer, text: `${tellLosses(losses)}\n${answer.text}` };
  } catch (error) {
    if (losses.length === 0 || !(error instanceof AppError)) throw error;
    throw new AppError(error.type, `${tellLosses(losses)}\n${error.message}`, error.detail);
  }
}

const lateOf = (arriving: PromiseLike<unknown>) => (arriving instanceof LateArrival ? { late: arriving } : {});

/** A call must not fail because the caller's lease cannot be renewed: that is not what it asked for. */
async function renew(ctx: Context, projectId: Id): Promise<void> {
  try {
    await renewHeld(ctx, projectId, 0);
  } catch (error) {
    if (!isDiskFull(error)) throw error;
    ctx.log.warn({ projectId }, 'a lease could not be renewed: the disk is full');
  }
}

export const tellLosses = (losses: readonly Loss[]): string =>
  losses
    .map(
      ({ number, fence, by, reason }) =>
        `Your baton ${fence} for T${number} ended by ${by}: ${reason} Stop that work; do not finish it.`,
    )
    .join('\n');

/** A failure as an agent can read it: one sentence on what to do next. */
export function failedCall(ctx: Context, tool: string, error: unknown): { result: Answered; status: number } {
  const { shown, recordAs } = explainFailure(error, { isRead: isRead(tool) });
  if (recordAs !== undefined)
    ctx.errorLog.record({ level: 'error', category: recordAs, error, requestId: ctx.requestId, context: { tool } });
  const text = `${shown.type}: ${shown.message}${recordAs === undefined ? '' : ` (request ${ctx.requestId})`}`;
  const { code } = shown.detail;
  const meta = code === 'DATABASE_UNAVAILABLE' ? { _meta: { [ERROR_META_KEY]: code } } : {};
  return { result: { content: [{ type: 'text', text }], isError: true, ...meta }, status: shown.status };
}

/** The tools over REST: the same text, and the data it was made from. */
export function createCallTool(
  parts: HttpParts,
  log: CallLog,
  withEngine: (ctx: Context) => EngineContext,
  waiting: Waiting,
) {
  return async (asking: Context, input: InputOf<typeof endpoint>): Promise<AnswerOf<typeof endpoint>> => {
    const { projectId, tool, ...args } = input;
    const ctx = withToken(asking, readToken(args));
    const began = performance.now();
    const tell = (statusCode: number, bytesOut: number) =>
      log.add({
        ctx,
        door: 'rest',
        projectId,
        command: tool,
        agent: 'name' in ctx.actor ? ctx.actor.name : '',
        statusCode,
        ms: performance.now() - began,
        bytesOut,
      });
    try {
      // An agent that names a project, or whose sign-in is bound to one, is refused any other.
      if (ctx.actor.kind === 'agent' && (ctx.actor.projectId ?? projectId) !== projectId) throw notFound('The project');
      requireScope(ctx, tool, args);
      const arriving = arrive(ctx, await ctx.settings.read(), {
        projectId,
        counted: 'nothing',
        isLight: isLight(tool),
        looksUpItself: looksUpItself(tool),
      });
      await waiting.wait(ctx, projectId, tool, args);
      const end = await takeTurn(parts, ctx);
      const { text, data } = await answerCall(withEngine(ctx), projectId, arriving, tool, args).finally(end);
      tell(200, Buffer.byteLength(text));
      return { text, data };
    } catch (error) {
      const { shown } = explainFailure(error);
      tell(shown.status, Buffer.byteLength(shown.message));
      throw error;
    }
  };
}
