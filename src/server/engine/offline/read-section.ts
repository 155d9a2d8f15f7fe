import type { Block } from './block.ts';
import type { Section } from './build-sections.ts';
import type { Harvest } from './draft.ts';
import { isStory } from './judge-text.ts';
import { readAside, readParagraph } from './read-paragraph.ts';
import { readExplicitId } from './read-explicit-id.ts';
import { completeSentence, readList } from './read-list.ts';
import { scenarioTitle } from './read-scenario.ts';
import { readTable } from './read-table.ts';
import { type Mode, type Reading, draftOf, modeOf } from './reading.ts';
import { stripNumber } from './recognise-role.ts';

/** Reads what one section asks for, not counting its sub-sections. */
export function readSection(section: Section, isParent: boolean, isRelaxed: boolean): Harvest {
  const reading: Reading = { section, harvest: { drafts: [], criteria: [], constraints: [] }, head: null, isRelaxed };
  const mode = modeOf(section.role, isRelaxed);
  if (mode === 'work' && !isParent && !section.isTitle) openHead(reading);
  let announced: Mode | null = null;
  let isTaken = false;
  for (const [i, block] of section.blocks.entries()) {
    const next = section.blocks[i + 1];
    const inner: Mode = announced ?? mode;
    if (isTaken) {
      isTaken = false;
      continue;
    }
    announced = block.type === 'html' || block.type === 'rule' ? announced : null;
    if (block.type === 'paragraph') {
      isTaken = next?.type === 'list' && reading.head === null && completeSentence(block, next, reading, inner);
      if (!isTaken) announced = readParagraph(block, reading, inner, next?.type === 'list' || next?.type === 'table');
    } else if (block.type === 'list') readList(block, reading, inner, section.path);
    else if (block.type === 'table') readTable(block, reading, inner);
    else if (block.type === 'quote' && mode === 'work') readQuote(block.children, reading);
  }
  return reading.harvest;
}

/** A heading with an id of its own, a story or a scenario is the requirement; what stands below tells more of it. */
function openHead(reading: Reading): void {
  const { section } = reading;
  const heading = stripNumber(section.heading);
  const title = scenarioTitle(heading);
  if (title === null && !isStory(heading) && readExplicitId(heading).id === null) return;
  const passage = { text: heading, start: section.start, end: section.start };
  reading.head = draftOf(passage, title === null ? 'heading' : 'scenario', section.path.slice(0, -1), section.strength);
  reading.harvest.drafts.push(reading.head);
}

function readQuote(blocks: readonly Block[], reading: Reading): void {
  for (const block of blocks) {
    if (block.type === 'paragraph') readAside(block, reading);
    else if (block.type === 'quote') readQuote(block.children, reading);
  }
}
