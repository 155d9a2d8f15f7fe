import type { RequirementKind } from '#contract/requirement.ts';
import type { Section } from './build-sections.ts';
import type { Draft, Harvest, Passage, Strength } from './draft.ts';
import { isStory, strengthOfText } from './judge-text.ts';
import { readExplicitId } from './read-explicit-id.ts';
import type { HeadingRole } from './recognise-role.ts';

/** What a text is taken for where it stands. */
export type Mode = 'work' | 'criteria' | 'constraints' | 'skip';

/** One section while it is read. */
export interface Reading {
  section: Section;
  harvest: Harvest;
  /** The requirement that the section's heading itself is: what stands below belongs to it. */
  head: Draft | null;
  /** Nothing better was found in the document: every sentence counts. */
  isRelaxed: boolean;
}

export function modeOf(role: HeadingRole, isRelaxed: boolean): Mode {
  if (role === 'work') return 'work';
  if (role === 'acceptance') return 'criteria';
  if (role === 'non_goals') return 'constraints';
  return role === 'goals' && isRelaxed ? 'work' : 'skip';
}

/** Puts a passage where its mode says; criteria go to the requirement above them. */
export function keep(
  reading: Reading,
  mode: Mode,
  passage: Passage,
  kind: RequirementKind,
  path: string[],
): Draft | null {
  const { harvest } = reading;
  if (mode === 'skip' || !/[\p{L}\p{N}]/u.test(passage.text)) return null;
  if (mode === 'constraints') harvest.constraints.push(passage);
  if (mode === 'criteria') (harvest.drafts.at(-1)?.criteria ?? harvest.criteria).push(passage);
  if (mode !== 'work') return null;
  const draft = draftOf(passage, kind, path, reading.section.strength);
  harvest.drafts.push(draft);
  return draft;
}

export function draftOf(passage: Passage, kind: RequirementKind, path: string[], strength: Strength | null): Draft {
  const { id, rest } = readExplicitId(passage.text);
  const { label, text } = readPriority(rest);
  return {
    ...passage,
    text: text === '' ? passage.text : text,
    kind: kind !== 'scenario' && isStory(text) ? 'story' : kind,
    strength: label ?? strength ?? strengthOfText(text) ?? 'must',
    path,
    explicit: id,
    criteria: [],
  };
}

const PRIORITY =
  /^\s*[[(](P[0-4]|must|should|could|optional|nice to have|muss|soll|kann)[\])]:?\s*|\s*[[(](P[0-4]|must|should|could|optional|nice to have|muss|soll|kann)[\])]\.?$/iu;

/** "(P1)" or "[should]" at either end of a text is about it and not of it. */
function readPriority(text: string): { label: Strength | null; text: string } {
  const found = PRIORITY.exec(text);
  const word = (found?.[1] ?? found?.[2] ?? '').toLowerCase();
  if (word === '') return { label: null, text };
  const label = /^(?:p0|must|muss)$/u.test(word) ? 'must' : /^(?:p1|should|soll)$/u.test(word) ? 'should' : 'could';
  return { label, text: text.replace(PRIORITY, '') };
}
