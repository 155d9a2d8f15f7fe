import { splitLabel } from '../titles/clean-text.ts';
import { cleanHeading } from './build-sections.ts';
import { splitCrowd } from './split-crowd.ts';
import { type Branch, type Group, type Leaf, leavesOf } from './tree.ts';

/** Headings that say "here it comes" and name no theme of their own. */
const WRAPPER =
  /^(?:(?:the |our |all )?(?:functional|product|user|business|system|detailed|key|core|main|high[- ]level|technical|software|mvp|v1|feature|general|specific|initial)\s+)*(?:requirements?|features?(?: list)?|(?:user )?stories|scope|specifications?|functionality|use cases|deliverables|in scope|overview|introduction|solution|proposal|what (?:we|to|it)\b.*|epics|goals?|objectives|work|backlog|tasks|anforderungen|funktionen|exigences|fonctionnalités|requisitos|funcionalidades|requisiti|eisen|wymagania|要件|機能要件|需求|功能需求)$/iu;
const FOUNDATION =
  /\b(?:foundations?|set-?up|architecture|data ?model|schema|infrastructure|database|domain model|prerequisites?|tech(?:nical)? stack|scaffold\w*|entities|data structures?|storage)\b/iu;
const HARDENING =
  /\b(?:non-?functional|nfrs?|performance|security|accessibility|testing|tests|quality|observability|monitoring|deployment|release|roll-?out|launch|operations|documentation|compliance|reliability|scalability|privacy|constraints|acceptance|success|metrics|hardening|maintainability|migration plan|cut-?over|go-?live)\b/iu;

const FEW = 7;
const JOINED_LEAVES = 6;

/** The root lists of a plan: the document's own themes, foundation first and hardening last. */
export function chooseThemes(root: Group, isEnglish: boolean): Group[] {
  const top = unwrap(root);
  const themes = hoist({ ...top, children: nameHeadings(top) });
  const loose = themes.filter((child) => child.kind === 'leaf');
  const groups = themes.filter((child) => child.kind === 'group');
  const first = loose.length === 0 ? [] : looseThemes(top, loose, groups.length === 0, isEnglish);
  return sortPhases(joinTiny(nameWrapper([...first, ...groups], isEnglish)));
}

/** "Functional requirements" is no theme: what stands there are the features. */
function nameWrapper(groups: Group[], isEnglish: boolean): Group[] {
  const wrappers = groups.filter(({ name }) => WRAPPER.test(name));
  if (!isEnglish || wrappers.length !== 1 || groups.some(({ name }) => name === 'Features')) return groups;
  return groups.map((group) => (group === wrappers[0] ? { ...group, name: 'Features' } : group));
}

/** Beside sections with work in them, a heading that is its own requirement is a section too. */
function nameHeadings({ path, children }: Group): Branch[] {
  if (!children.some(({ kind }) => kind === 'group')) return children;
  return children.map((child) => {
    const [requirement] = child.kind === 'leaf' ? child.requirements : [];
    if (requirement?.kind !== 'heading') return child;
    const name = cleanHeading(splitLabel(requirement.text)?.label ?? requirement.text);
    return { kind: 'group', name, path: [...path, name], children: [child] };
  });
}

/** A title above everything, once or twice over, is no theme. */
function unwrap(root: Group): Group {
  const [only] = root.children;
  if (root.children.length !== 1 || only === undefined || only.kind === 'leaf') return root;
  const isOnlyList = only.children.every((child) => child.kind === 'leaf');
  if (isOnlyList && !WRAPPER.test(only.name)) return root;
  return unwrap({ ...only, name: WRAPPER.test(only.name) && root.name !== '' ? root.name : only.name });
}

/** What stands below a wrapper stands at its place; its own loose points stay behind under its name. */
function hoist({ children }: Group): Branch[] {
  return children.flatMap((child) => {
    if (child.kind === 'leaf' || !WRAPPER.test(child.name)) return [child];
    const inner = nameHeadings(child);
    const loose = inner.filter(({ kind }) => kind === 'leaf');
    if (inner.length - loose.length < 2) return [child];
    const groups = inner.filter(({ kind }) => kind === 'group');
    return [...(loose.length === 0 ? [] : [{ ...child, children: loose }]), ...hoist({ ...child, children: groups })];
  });
}

function looseThemes(top: Group, loose: Leaf[], isAll: boolean, isEnglish: boolean): Group[] {
  const rest: Group = { ...top, name: top.name === '' ? (isAll ? 'Plan' : 'General') : top.name, children: loose };
  if (!isAll || loose.length <= FEW) return [rest];
  const split = splitCrowd(rest, isEnglish);
  return split.every((child): child is Group => child.kind === 'group') ? split : [rest];
}

/** In a long row of sections those with one task each are read together. */
function joinTiny(groups: Group[]): Group[] {
  if (groups.length <= FEW) return groups;
  const joined: Group[] = [];
  for (const group of groups) {
    const last = joined.at(-1);
    const size = leavesOf(group).length;
    if (last !== undefined && size <= 1 && isSmall(last) && phaseOf(last) === phaseOf(group)) {
      joined[joined.length - 1] = {
        ...last,
        name: joinNames(last.name, group.name),
        children: [...last.children, ...group.children],
      };
    } else joined.push(group);
  }
  return joined;
}

const isSmall = (group: Group): boolean =>
  leavesOf(group).length < JOINED_LEAVES &&
  group.children.every(({ kind }) => kind === 'leaf') &&
  group.name.length < 60;

function joinNames(first: string, second: string): string {
  const names = [...first.split(/, | and /u), second];
  return `${names.slice(0, -1).join(', ')} and ${second}`;
}

const phaseOf = ({ name }: Group): number => (FOUNDATION.test(name) ? 0 : HARDENING.test(name) ? 2 : 1);

const sortPhases = (groups: Group[]): Group[] =>
  groups
    .map((group, place) => ({ group, place, phase: phaseOf(group) }))
    .toSorted((a, b) => a.phase - b.phase || a.place - b.place)
    .map(({ group }) => group);
