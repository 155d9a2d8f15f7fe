import type { PlanDraft } from '#contract/plan-draft.ts';
import type { PrdBlock, PrdSection, Reading, Requirement } from '#contract/requirement.ts';
import type { Correction } from '#server/engine/planner.ts';

const KEY = '0000000000000000';

/** A reading with the given sections: one requirement per line, in order. */
export function buildReading(
  sections: Record<string, readonly (string | (Pick<Requirement, 'id' | 'text'> & Partial<Requirement>))[]>,
): Reading {
  const requirements: Requirement[] = [];
  const found: PrdSection[] = [];
  const blocks: PrdBlock[] = [];
  let line = 1;
  for (const [heading, texts] of Object.entries(sections)) {
    const section = found.length;
    const start_line = line;
    const ids: string[] = [];
    blocks.push(blockAt(line, section, 'heading', ids));
    line += 1;
    for (const given of texts) {
      line += 1;
      const requirement: Requirement = {
        kind: 'item',
        heading_path: ['Test product', heading],
        start_line: line,
        end_line: line,
        ...(typeof given === 'string' ? { id: `r-${requirements.length + 1}`, text: given } : given),
      };
      requirements.push(requirement);
      ids.push(requirement.id);
      blocks.push(blockAt(line, section, 'item', [requirement.id]));
    }
    const ref = String(section + 1);
    found.push({ ref, heading, level: 2, parent: null, start_line, end_line: line, key: KEY });
    line += 1;
  }
  const counts = { total: blocks.length, work: blocks.length, context: 0, limit: 0, done: 0, unsure: 0 };
  const summary = 'A product for tests.';
  return { title: 'Test product', summary, sections: found, blocks, requirements, counts, decisions: [] };
}

const blockAt = (line: number, section: number, kind: PrdBlock['kind'], requirement_ids: string[]): PrdBlock => ({
  start_line: line,
  end_line: line,
  kind,
  depth: 0,
  section,
  role: 'work',
  reason: 'section_work',
  key: KEY,
  requirement_ids,
  set_by: null,
});

export const emptyDraft = (): PlanDraft => ({ lists: [], tasks: [], is_outline: false, notices: [] });

/** The text of such a reading. */
export function contentOf({ sections, requirements }: Reading): string {
  const lines: string[] = [];
  for (const { heading, start_line } of sections) lines[start_line - 1] = `## ${heading}`;
  for (const { text, start_line } of requirements) lines[start_line - 1] = `- ${text}`;
  return Array.from(lines, (line) => line ?? '').join('\n');
}

/** Applies corrections: lines that became work are requirements, others no longer are. */
export function correctReading(content: string, reading: Reading, corrections: readonly Correction[]): Reading {
  const lines = content.split('\n');
  const requirements = [...reading.requirements];
  const blocks = reading.blocks.map((block): PrdBlock => {
    const correction = corrections.find(
      (each) => each.start_line <= block.start_line && each.end_line >= block.end_line,
    );
    if (correction === undefined) return block;
    const isWork = correction.role === 'work' || correction.role === 'done';
    const ids = !isWork ? [] : block.requirement_ids.length > 0 ? block.requirement_ids : [`line-${block.start_line}`];
    for (const id of ids) {
      const at = requirements.findIndex((each) => each.id === id);
      const { start_line, end_line } = block;
      const text = (lines[start_line - 1] ?? '').replace(/^- /, '');
      const found = requirements[at] ?? { id, text, kind: 'item', heading_path: ['Found'], start_line, end_line };
      requirements.splice(at === -1 ? requirements.length : at, 1, { ...found, done: correction.role === 'done' });
    }
    return { ...block, role: correction.role, requirement_ids: ids };
  });
  const traced = new Set(blocks.flatMap(({ kind, requirement_ids }) => (kind === 'heading' ? [] : requirement_ids)));
  return {
    ...reading,
    blocks,
    requirements: requirements.filter(({ id }) => traced.has(id)).toSorted((a, b) => a.start_line - b.start_line),
  };
}
