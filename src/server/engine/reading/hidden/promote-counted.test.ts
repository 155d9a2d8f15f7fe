import { describe, expect, it } from 'vitest';
import { planText, rolesOf } from '#test/plan-text.ts';

const under = (items: readonly string[]) =>
  `# Library\n\n## The way ahead\n\n${items.map((item) => `- ${item}`).join('\n')}\n`;
const sections = (items: readonly string[]) => planText(under(items)).reading.sections.map(({ heading }) => heading);
const PHASES = [
  '**Phase 0 — Shelves.** Tables for copies and members.',
  '**Phase 1 — Lending.** Loans and returns at the desk.',
  '**Phase 2 — Fines.** Letters to members.',
];

describe('bold names that count up in a list', () => {
  it('are headings over their items, in any language, and so work', () => {
    expect(sections(PHASES)).toEqual([
      'Library',
      'The way ahead',
      'Phase 0 — Shelves',
      'Phase 1 — Lending',
      'Phase 2 — Fines',
    ]);
    expect(rolesOf(under(PHASES))[`- ${PHASES[1]}`]).toBe('work');
    expect(sections(PHASES.map((item) => item.replace('Phase', 'Vaihe')))).toHaveLength(5);
  });

  it('keep every line in one block', () => {
    const { blocks } = planText(under(PHASES)).reading;
    const lines = blocks.map(({ start_line }) => start_line);
    expect(new Set(lines).size).toBe(lines.length);
  });

  it('are items where they are ids, do not count up, have no name, or nothing but one', () => {
    const as = (change: (item: string, i: number) => string) => sections(PHASES.map(change));
    expect(as((item, i) => item.replace(/Phase \d —/u, `FR-00${i}:`))).toHaveLength(2);
    expect(as((item) => item.replace(/Phase \d/u, 'Phase 1'))).toHaveLength(2);
    expect(as((item) => item.replace(/ — \p{L}+\./u, ''))).toHaveLength(2);
    expect(as((item) => item.slice(0, item.lastIndexOf('**') + 2))).toHaveLength(2);
    expect(sections(PHASES.slice(0, 2))).toHaveLength(2);
  });
});
