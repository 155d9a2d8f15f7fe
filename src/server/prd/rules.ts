import { FILENAME_DEFAULT } from '#contract/constants.ts';
import { FileName } from '#contract/fields.ts';
import type { KeptRole, PrdBlock, PrdRole, PrdSection, Reading } from '#contract/requirement.ts';
import type { ReadingCounts, WorkLines } from '#server/platform/db/tables/index.ts';

const EXCERPT_MAX = 200;

/** The one definition of line numbers in a PRD. */
export const splitLines = (content: string): string[] => content.split(/\r\n|\n|\r/u);

/** File names stored before they were validated are shown in a form that validation accepts. */
export function cleanFileName(name: string): string {
  const last = name.split(/[/\\]/).at(-1) ?? '';
  return FileName.safeParse(last).success ? last : FILENAME_DEFAULT;
}

type Read = Pick<Reading, 'blocks' | 'sections'>;

/** The counts from which coverage is computed. */
export function countReading(
  content: string,
  reading: Read & Pick<Reading, 'counts' | 'decisions'>,
): { counts: ReadingCounts; work: WorkLines[] } {
  const { counts, decisions } = reading;
  return { counts: { ...counts, to_decide: decisions.length }, work: countWorkLines(content, reading) };
}

/** Non-blank work lines, by the requirements of their block. */
function countWorkLines(content: string, reading: Read): WorkLines[] {
  const counts = new Map<PrdBlock, number>();
  for (const block of ownersOf(content, reading.blocks))
    if (block?.role === 'work') counts.set(block, (counts.get(block) ?? 0) + 1);
  const firstBelow = findFirstBelow(reading);
  return [...counts].map(([{ kind, section, requirement_ids }, lines]) => {
    // A heading with nothing but sub-sections, or a label, counts for the first requirement below it.
    const isAbove = kind === 'heading' || kind === 'label';
    const below = isAbove && requirement_ids.length === 0 ? firstBelow[section] : undefined;
    return { ids: below === undefined ? requirement_ids : [below], lines };
  });
}

/** The first requirement of each section, sub-sections included. */
function findFirstBelow({ blocks, sections }: Read): (string | undefined)[] {
  const first: (string | undefined)[] = sections.map(() => undefined);
  for (const { section, role, requirement_ids } of blocks) if (role === 'work') first[section] ??= requirement_ids[0];
  for (const [back, { parent }] of sections.toReversed().entries()) {
    const own = first[sections.length - 1 - back];
    if (parent !== null && own !== undefined) first[parent] ??= own;
  }
  return first;
}

/** The role of every non-blank line. */
export function listLineRoles(content: string, blocks: readonly PrdBlock[]): { line: number; role: PrdRole }[] {
  return ownersOf(content, blocks).flatMap((block, place) =>
    block === undefined ? [] : [{ line: place + 1, role: block.role }],
  );
}

/** The block of each line; undefined for blank ones. */
function ownersOf(content: string, blocks: readonly PrdBlock[]): (PrdBlock | undefined)[] {
  const lines = splitLines(content);
  const owners = lines.map((): PrdBlock | undefined => undefined);
  for (const block of blocks)
    for (let line = block.start_line; line <= Math.min(block.end_line, lines.length); line += 1)
      if (lines[line - 1]?.trim() !== '') owners[line - 1] ??= block;
  return owners;
}

/**
 * The keys under which a role for these lines is stored: every block that overlaps them, or the innermost section
 * around them. A heading stands for its section.
 */
export function findTouched(
  content: string,
  { blocks, sections }: Read,
  asked: { start: number; end: number; scope: KeptRole['scope'] },
): { key: string; scope: KeptRole['scope']; excerpt: string }[] {
  const lines = splitLines(content);
  const excerptAt = (line: number) => excerptOf(lines[line - 1] ?? '');
  const asSection = ({ key, heading, start_line }: PrdSection) => ({
    key,
    scope: 'section' as const,
    excerpt: heading === '' ? excerptAt(start_line) : excerptOf(heading),
  });
  if (asked.scope === 'section') {
    const around = sections.filter(({ start_line, end_line }) => start_line <= asked.start && end_line >= asked.end);
    const innermost = around.toSorted((a, b) => b.start_line - a.start_line || a.end_line - b.end_line)[0];
    return innermost === undefined ? [] : [asSection(innermost)];
  }
  const touched = blocks.filter(({ start_line, end_line }) => start_line <= asked.end && end_line >= asked.start);
  const texts = touched.filter(({ kind }) => kind !== 'heading');
  if (texts.length > 0)
    return texts.map(({ key, start_line }) => ({ key, scope: 'block', excerpt: excerptAt(start_line) }));
  return touched.flatMap(({ section }) => sections[section] ?? []).map(asSection);
}

/** The text behind a key, for display; undefined where the document does not contain it. */
export function findExcerpt(
  content: string,
  reading: Read,
  { key, scope }: Pick<KeptRole, 'key' | 'scope'>,
): string | undefined {
  const found = (scope === 'block' ? reading.blocks : reading.sections).find((each) => each.key === key);
  if (found === undefined) return undefined;
  return 'heading' in found && found.heading !== ''
    ? excerptOf(found.heading)
    : excerptOf(splitLines(content)[found.start_line - 1] ?? '');
}

function excerptOf(line: string): string {
  const text = line.trim();
  if (text.length <= EXCERPT_MAX) return text;
  const cut = text.slice(0, EXCERPT_MAX - 1);
  return `${cut.isWellFormed() ? cut : cut.slice(0, -1)}…`;
}
