import type { Section } from './build-sections.ts';
import type { Harvest } from './draft.ts';
import { cutText } from './draft/say-lines.ts';
import { readInline } from './read-inline.ts';
import { draftOf } from './reading.ts';
import { isContainerName, stripNumber } from './recognise-role.ts';
import { squeeze } from './split-sentences.ts';

const TEXT_MAX = 1_000;

/** A heading that names a feature and has nothing below it that asks for anything is the requirement, with its prose. */
export function readLoneHeadings(sections: readonly Section[], harvests: readonly Harvest[]): void {
  const parents = new Set(sections.filter(({ role }) => role === 'work').map(({ parent }) => parent));
  for (const [i, section] of sections.entries()) {
    const harvest = harvests[i];
    if (harvest === undefined || harvest.drafts.length + harvest.criteria.length > 0) continue;
    if (section.role !== 'work' || section.isTitle || section.heading === '' || parents.has(section)) continue;
    if (isContainerName(section.heading) && !section.blocks.some(({ type }) => type === 'table')) continue;
    const prose = section.blocks.filter((block) => block.type === 'paragraph' || block.type === 'table');
    const texts = prose.map((block) =>
      block.type === 'paragraph' ? block.lines.join(' ') : block.rows.map(({ cells }) => cells[0] ?? '').join(', '),
    );
    const said = [stripNumber(section.heading), squeeze(readInline(texts.join(' ')).text)];
    const text = cutText(said.filter((part) => part !== '').join(': '), TEXT_MAX);
    if (
      /^(?:to be (?:written|done|decided|defined|added)|tbd|tba|n\/a|none|coming soon|-)\.?$/iu.test(
        texts.join(' ').trim(),
      )
    )
      continue;
    const end = prose.at(-1)?.end ?? section.start;
    harvest.drafts.push(
      draftOf({ text, start: section.start, end }, 'heading', section.path.slice(0, -1), section.strength),
    );
  }
}
