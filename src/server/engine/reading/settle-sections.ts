import type { Section } from './document.ts';
import { isInsideName } from './judge-structure.ts';
import { isSentence } from './judge-words.ts';
import { leansToWork } from './name-heading.ts';
import { type Listed, foldCase } from './look-up-word.ts';
import { classesOfParts } from './read-name-words.ts';

/** Classifies the remaining sections by their context. */
export function settleSections(sections: readonly Section[]): void {
  planNotes(sections);
  for (const section of sections) if (section.role === 'unsure' && leans(section)) plan(section);
  followSiblings(sections);
  followParts(sections);
  readPages(sections);
}

function plan(section: Section): void {
  section.role = 'work';
  section.reason = 'section_work';
}

/** "Game Rules" is no known name, and a list under it is hardly anything but rules; so is a list one heading below. */
function leans({ name, heading, parent }: Section): boolean {
  if (name !== null && name !== 'look') return false;
  if (leansToWork(heading)) return true;
  return parent !== null && !parent.isTitle && parent.name === null && leansToWork(parent.heading);
}

/** A few items under nothing but a title are work. */
function planNotes(sections: readonly Section[]): void {
  if (!sections.every(({ isTitle, heading }) => isTitle || heading === '')) return;
  for (const section of sections)
    if (section.role === null && section.nodes.some(({ kind }) => kind === 'item')) plan(section);
}

/** A section with a list and without signs is work if several siblings are work by structure. */
function followSiblings(sections: readonly Section[]): void {
  for (const siblings of Map.groupBy(sections, ({ parent }) => parent).values()) {
    const plain = siblings.filter(({ name, isTitle }) => (name === null || name === 'look') && !isTitle);
    const work = plain.filter(({ role, reason }) => role === 'work' && reason !== 'section_work');
    const unsure = plain.filter(({ role }) => role === 'unsure');
    if (work.length < 2 || 2 * work.length < unsure.length) continue;
    const isMost = work.length >= 2 * unsure.length;
    for (const section of unsure) {
      // Lists of names need more evidence than sentences do.
      if (!isMost && !areSentences(section)) continue;
      plan(section);
    }
  }
}

const NUMBERED_MIN = 3;

/**
 * "3.1", "3.2", "3.3" with lists, under a section of unknown name: equally numbered sections are of one kind, so one
 * with requirements decides for all. That carries over to other numbered sections of unknown name.
 */
function followParts(sections: readonly Section[]): void {
  const parts = sections.filter(
    ({ isTitle, name, role, children }) =>
      !isTitle && (name === null || name === 'mixed') && (role === null || role === 'work') && children.some(isOpen),
  );
  const isAsked = (part: Section) => {
    const family = part.children.filter(({ name, number }) => name === null && number !== null);
    return (
      family.length >= NUMBERED_MIN && family.some(({ role, reason }) => role === 'work' && reason !== 'section_work')
    );
  };
  if (!parts.some(isAsked)) return;
  for (const part of parts)
    if (part.number !== null)
      for (const section of part.children)
        if (isOpen(section) && (isAsked(part) || !(tellsOf(part) || tellsOf(section)))) plan(section);
}

/** One of its words names context or constraints: "Problems of the Zorp". */
function tellsOf({ heading }: Section): boolean {
  const words = foldCase(heading.slice(0, HEADING_MAX)).split(/[^\p{L}\p{N}]+/u);
  return [...classesOfParts(words)].some(([, classes]) => classes.intersection(TELLING).size > 0);
}

const HEADING_MAX = 160;
const TELLING = new Set<Listed>(['context', 'limit', 'soft', 'look']);

const isOpen = ({ name, role }: Section) => name === null && role === 'unsure';

function areSentences({ nodes }: Section): boolean {
  const items = nodes.filter(({ kind }) => kind === 'item');
  return items.filter(({ text }) => isSentence(text)).length * 2 > items.length;
}

const PAGES_MIN = 3;
const ONE_WORD = /^\p{L}{1,40}$/u;

/**
 * "Profile" or "Contact" among pages that are work is a page; so is any one-word name where nearly all siblings are
 * work.
 */
function readPages(sections: readonly Section[]): void {
  for (const parent of sections) {
    if (parent.isTitle || parent.role === 'context' || parent.role === 'limit') continue;
    const plain = parent.children.filter(({ name }) => name === null);
    const work = plain.filter(({ role }) => role === 'work').length;
    if (work < PAGES_MIN || work * 2 <= plain.length) continue;
    const isFamily = work > PAGES_MIN && work * 4 >= parent.children.length * 3;
    for (const section of parent.children)
      if (section.role === 'context' && section.reason === 'context_name' && isPage(section, isFamily)) plan(section);
  }
}

function isPage({ heading, name }: Section, isFamily: boolean): boolean {
  const text = heading.slice(0, 60).split(/[(（]/u, 1)[0]?.trim() ?? '';
  return PAGE.test(text) || (isFamily && name === 'context' && ONE_WORD.test(text) && !isInsideName(text));
}

/** Names both of pages and of document sections. */
const PAGE =
  /^(?:about|contacts?|documents?|evidence|faq|history|links|notes|people|profiles?|resources|results|status|team|historique|historial|histórico|équipe|equipo|equipe|profil|perfil|historie|verlauf|kontakte?)$/iu;
