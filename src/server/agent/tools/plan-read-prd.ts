import type { Id } from '#contract/fields.ts';
import type { Prd } from '#contract/prd.ts';
import type { PrdBlock, PrdSection } from '#contract/requirement.ts';
import { type EngineContext, getPrd } from '#server/engine/index.ts';
import { listTraced } from '#server/plan/index.ts';
import { AppError } from '#server/platform/error.ts';
import { findSection, sayRange, splitLines } from '#server/prd/index.ts';
import { composePage, readCursor, tellNext } from '../rules.ts';
import type { Answer } from '../tool.ts';

/** A document is read in larger pages than a plan. */
const PAGE_TOKENS = 4_000;
/** A longer block is truncated; the resource baton://prd has it in full. */
const BLOCK_MAX = 1_500;

const NO_PRD = 'There is no PRD yet. Store one: baton prd push FILE, or ask the person to save it.';

/** What plan_read was asked for. */
interface Asked {
  q?: string | undefined;
  status?: string | undefined;
  depth?: number | undefined;
  under?: string | undefined;
  limit?: number | undefined;
  cursor?: string | undefined;
}

/** The PRD, one block per line: line number, role, requirement ids, tasks that cover it, and its text. */
export async function answerPlanReadPrd(ctx: EngineContext, projectId: Id, input: Asked): Promise<Answer> {
  if (input.q !== undefined || input.status !== undefined || input.depth !== undefined)
    throw new AppError('VALIDATION_ERROR', 'prd reads the PRD: leave out q, status and depth.');
  const prd = await getPrd(ctx, { id: projectId });
  if (prd === null) return { text: NO_PRD, data: { prd: null } };
  const section = input.under === undefined ? undefined : findSection(prd.sections, input.under, 'under');
  const found = prd.blocks.filter((block) => isUnder(block, section));
  const offset = readCursor(input.cursor);
  const blocks = found.slice(offset, offset + (input.limit ?? found.length));
  const say = await openSaying(ctx, projectId, prd);
  const nextAfter = (shown: number) => (offset + shown < found.length ? String(offset + shown) : null);
  const entries = offset === 0 ? [sayTotals(prd), ...blocks.map(say)] : blocks.map(say);
  if (entries.length === 0) return { text: 'Nothing more.', data: { blocks: [], nextCursor: null } };
  const heads = entries.length - blocks.length;
  const { text, shown } = composePage(entries, PAGE_TOKENS, (count) => tellNext(nextAfter(count - heads)));
  return {
    text,
    data: { version: prd.version, blocks: blocks.slice(0, shown - heads), nextCursor: nextAfter(shown - heads) },
  };
}

const isUnder = (block: PrdBlock, section: PrdSection | undefined): boolean =>
  section === undefined || (block.start_line >= section.start_line && block.end_line <= section.end_line);

function sayTotals({ version, counts, coverage }: Prd): string {
  const roles = (['work', 'context', 'limit', 'done', 'unsure'] as const).map((role) => `${counts[role]} ${role}`);
  const { planned, lines, to_decide } = coverage;
  return `PRD v${version}: ${counts.total} lines: ${roles.join(', ')}; ${planned} of ${lines.work} planned; ${to_decide} to decide`;
}

/** Formats a block: "12 work FR-3 r-1a2b T12: The text". */
async function openSaying(ctx: EngineContext, projectId: Id, prd: Prd): Promise<(block: PrdBlock) => string> {
  const lines = splitLines(prd.content);
  const numbers = new Map((await listTraced(ctx.db, projectId)).map(({ id, number }) => [id, number]));
  const asked = new Map(prd.requirements.map((each) => [each.id, each]));
  const headings = new Map(prd.sections.map((section) => [section.start_line, section]));
  return ({ start_line, end_line, kind, role, requirement_ids }) => {
    const where = sayRange(start_line, end_line);
    // A heading shows only ids of its own line; those of the section are on their own lines.
    const isOwn = kind !== 'heading' ? () => true : (each: { start_line: number }) => each.start_line === start_line;
    const found = requirement_ids.flatMap((id) => asked.get(id) ?? []).filter(isOwn);
    const ids = found.map(({ id, author_id }) =>
      author_id === undefined || author_id === id ? id : `${author_id} ${id}`,
    );
    const tasks = [...new Set(found.flatMap(({ task_ids }) => task_ids.map((id) => `T${numbers.get(id) ?? 0}`)))];
    const answered = tasks.length > 0 ? [tasks.join(' ')] : role === 'work' ? ['no task'] : [];
    const section = kind === 'heading' ? headings.get(start_line) : undefined;
    const text = flatten(lines.slice(start_line - 1, end_line));
    const heading = section === undefined ? undefined : `§${section.ref} ${flatten([section.heading])}`;
    if (heading !== undefined && found.length === 0)
      return `${where} ${heading}${role === 'context' ? '' : ` [${role}]`}`;
    return `${[where, role, ...ids, ...answered].join(' ')}: ${heading ?? text}`;
  };
}

/** Joins the author's lines into one without changing the words. */
function flatten(lines: readonly string[]): string {
  const text = lines
    .map((line) =>
      line
        .replaceAll(/[\p{Cc}\p{Zl}\p{Zp}\p{Zs}]+/gu, ' ')
        .replaceAll(/[\u202A-\u202E\u2066-\u2069]/gu, '')
        .trim(),
    )
    .filter((line) => line !== '')
    .join(' ⏎ ');
  if (text.length <= BLOCK_MAX) return text;
  const cut = text.slice(0, BLOCK_MAX);
  return `${cut.isWellFormed() ? cut : cut.slice(0, -1)}… (${text.length - BLOCK_MAX} more characters: baton://prd)`;
}
