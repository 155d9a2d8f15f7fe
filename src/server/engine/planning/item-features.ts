import type { Section } from '../reading/document.ts';
import type { Check } from '../reading/find-checks.ts';
import { facetName } from '../reading/find-units.ts';
import { nearestNamed } from './outline.ts';

const FEATURES = /feature|funktion|fonctionnal|funcional|功能|機能|기능|must|should|could/iu;
/** Names of technical and quality sections: they apply to all features and are none. */
const TECHNICAL =
  /(?<!\p{L})(?:technical|technisch\p{L}*|techniques?|técnic[oa]s?|tecnic\p{L}*|techniczn\p{L}*|teknik|техническ\p{L}*)(?!\p{L})|技术|技術|기술/iu;
const HEADING_MAX = 120;
const NAMED_MIN = 3;
/** So many characters after a name are prose; scripts without spaces need fewer. */
const RUNNING = 25;
const RUNNING_DENSE = 10;
const DENSE = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u;

/** Three or more items of a part of the document, most of them with a label in front of running words. */
export function areItemsFeatures(section: Section, own: readonly Check[]): boolean {
  const { name, heading, unit, children } = section;
  if (unit !== null || own.length < NAMED_MIN || children.length > 1) return false;
  if (!FEATURES.test(heading) && name !== 'work' && name !== 'later') return false;
  if (isSupporting(section) || (section.hasFacets && !areGroups(section, own))) return false;
  const named = new Set(own.flatMap((check) => check.group ?? nameOf(check) ?? []));
  const labelled = own.filter(({ name: label, group }) => label !== null || group !== null).length;
  if (named.size < NAMED_MIN || labelled < own.length * 0.6) return false;
  return isAlone(section) || areNumbered(own);
}

/** Sections that apply to all features, or restate them. */
const isSupporting = (section: Section): boolean =>
  nearestNamed(section, ['quality', 'data', 'restate', 'limit']) !== null ||
  TECHNICAL.test(section.heading.slice(0, HEADING_MAX));

function nameOf({ name, text }: Check): string | null {
  if (name === null) return null;
  const rest = text.slice(name.length);
  return rest.length > (DENSE.test(rest) ? RUNNING_DENSE : RUNNING) ? name : null;
}

/** "What", "Why" and "How" under each item: the items are the features, and what recurs below them are facets. */
function areGroups({ facetLabels }: Section, own: readonly Check[]): boolean {
  const groups = new Set(own.map(({ group }) => group));
  const recurring = [...groups].filter((group) => group === null || facetLabels.has(facetName(group)));
  return !groups.has(null) && recurring.length * 2 < groups.size;
}

/** No sibling section holds current features. */
const isAlone = ({ parent }: Section): boolean =>
  parent === null ||
  parent.isTitle ||
  parent.children.filter((each) => each.role === 'work' && !each.isLater && !isSupporting(each)).length < 2;

export const countIds = (own: readonly Check[]): number => new Set(own.flatMap(({ authorId }) => authorId ?? [])).size;

/** Names with an id are units, whatever the sections around them. */
export function areNumbered(own: readonly Check[]): boolean {
  const names = new Set(own.flatMap(({ group, name }) => group ?? name ?? []));
  return names.size > 0 && countIds(own) >= NUMBERED_MIN && countIds(own) * 5 >= names.size * 4;
}

const NUMBERED_MIN = 4;
