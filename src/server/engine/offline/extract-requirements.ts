import type { Extraction, PrdPart, SectionRole } from '#contract/requirement.ts';
import { nameDrafts } from './assign-ids.ts';
import { attachCriteria } from './attach-criteria.ts';
import { type Section, buildSections } from './build-sections.ts';
import type { Draft, Harvest, Passage } from './draft.ts';
import { cutText } from './draft/say-lines.ts';
import { readBlocks } from './read-blocks.ts';
import { readInline } from './read-inline.ts';
import { readLines } from './read-lines.ts';
import { readLoneHeadings } from './read-lone-headings.ts';
import { readSection } from './read-section.ts';
import { squeeze } from './split-sentences.ts';

const SUMMARY_MAX = 1_000;
const TINY_LINES = 5;

/** Everything a PRD asks for, each with an id, its heading path and the lines that say so. Any text gives an answer. */
export function extractRequirements(content: string): Extraction {
  const sections = buildSections(readBlocks(content), readLines(content).length);
  const harvests = readHarvests(sections);
  const drafts = harvests.flatMap((harvest) => harvest.drafts);
  const ids = nameDrafts(drafts);
  return {
    title: sections.find(({ isTitle }) => isTitle)?.heading ?? null,
    summary: summarise(sections),
    parts: sections.map((section, i) => presentPart(section, harvests[i])),
    requirements: drafts.map((draft, i) => ({
      id: ids[i] ?? '',
      text: draft.text,
      kind: draft.kind,
      strength: draft.strength,
      heading_path: draft.path,
      start_line: draft.start,
      end_line: draft.end,
      ...(draft.criteria.length > 0 && { criteria: draft.criteria.map(presentPassage) }),
    })),
    constraints: harvests.flatMap((harvest) => harvest.constraints.map(presentPassage)),
  };
}

/** A document that asks for nothing in the usual ways is read again, more generously, until something is found. */
function readHarvests(sections: readonly Section[]): Harvest[] {
  const parents = new Set(sections.filter(({ role }) => role === 'work').map(({ parent }) => parent));
  const read = (isRelaxed: boolean) => {
    const harvests = sections.map((section) => readSection(section, parents.has(section), isRelaxed));
    attachCriteria(sections, harvests);
    readLoneHeadings(sections, harvests);
    for (const { drafts } of harvests) drafts.sort((a, b) => a.start - b.start || a.end - b.end);
    return harvests;
  };
  const first = read(isTiny(sections));
  if (first.some(({ drafts }) => drafts.length > 0)) return first;
  const second = read(true);
  if (second.some(({ drafts }) => drafts.length > 0)) return second;
  const title = sections.find(({ heading }) => heading !== '');
  const last: Draft[] = [];
  if (title !== undefined && second[sections.indexOf(title)]?.constraints.length === 0 && title.role === 'work')
    last.push({
      text: title.heading,
      start: title.start,
      end: title.start,
      kind: 'heading',
      strength: 'must',
      path: [],
      explicit: null,
      criteria: [],
    });
  second[0]?.drafts.push(...last);
  return second;
}

/** A few lines without headings and lists are an idea: every sentence of it counts. */
function isTiny(sections: readonly Section[]): boolean {
  const [only, ...others] = sections;
  const lines =
    only?.blocks.flatMap((block) => (block.type === 'paragraph' ? block.lines : ['', '', '', '', '', ''])) ?? [];
  return others.length === 0 && (only?.heading === '' || only?.isTitle === true) && lines.length <= TINY_LINES;
}

function presentPart(section: Section, harvest: Harvest | undefined): PrdPart {
  const role: SectionRole = section.role === 'goals' ? 'background' : section.role;
  const requirements = harvest?.drafts.length ?? 0;
  return {
    heading: section.heading,
    level: section.level,
    role: requirements > 0 && role === 'background' ? 'work' : role,
    start_line: section.start,
    end_line: section.end,
    requirements,
  };
}

const presentPassage = ({ text, start, end }: Passage) => ({ text, start_line: start, end_line: end });

/** The first prose of the document, wherever it says what it is about. */
function summarise(sections: readonly Section[]): string {
  const told = sections.find(
    ({ role, isTitle, heading, blocks }) =>
      (role === 'goals' || role === 'background' || isTitle || heading === '') && blocks.some(isProse),
  );
  const texts = told?.blocks.filter(isProse).map((block) => squeeze(readInline(block.lines.join(' ')).text)) ?? [];
  const said = texts.filter((text) => !BOOKKEEPING.test(text));
  return cutText(said.join('\n\n'), SUMMARY_MAX);
}

/** "Version 0.3, owner: Lena": of the document, not of what it is about. */
const BOOKKEEPING =
  /^(?:version|status|author|owner|date|last (?:updated|modified|edited)|reviewers?|stakeholders?)\b.{0,80}$/iu;

const isProse = (block: Section['blocks'][number]) => block.type === 'paragraph';
