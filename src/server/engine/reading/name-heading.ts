import type { HeadingClass } from './document.ts';
import { HEADING_STEMS, HEADING_TERMS, HEADING_WORDS, MIXED } from './heading-words-text.ts';

type Listed = Exclude<keyof typeof HEADING_WORDS, 'qualify'>;

/** One case for all: Turkish has two letters where others have one. */
const foldCase = (text: string) => text.toLowerCase().replaceAll('i\u0307', 'i').replaceAll('ı', 'i');
const wordsIn = (text: string) => new Set(foldCase(text).split(/\s+/u).filter(Boolean));
const WORDS = Object.fromEntries(
  (Object.keys(HEADING_WORDS) as (keyof typeof HEADING_WORDS)[]).map((name) => [name, wordsIn(HEADING_WORDS[name])]),
) as Record<keyof typeof HEADING_WORDS, Set<string>>;
const TERMS = Object.fromEntries(
  (Object.keys(HEADING_TERMS) as (keyof typeof HEADING_TERMS)[]).map((name) => [name, wordsIn(HEADING_TERMS[name])]),
) as Record<keyof typeof HEADING_TERMS, Set<string>>;
const STEMS = (Object.entries(HEADING_STEMS) as [keyof typeof HEADING_STEMS, string][]).flatMap(([name, stems]) =>
  stems
    .split(/\s+/u)
    .filter(Boolean)
    .map((stem) => ({ name, stem })),
);
const TERM_MAX = 8;

/** Where a heading holds words of two classes, the one that says most about what stands below it. */
const ORDER: readonly Listed[] = [
  'limit',
  'soft',
  'later',
  'done',
  'restate',
  'quality',
  'data',
  'setup',
  'schedule',
  'context',
  'work',
];
const CJK = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u;
const NAME_MAX = 80;

/** What a heading's name says, where every content word of it is known; null where one is not. */
export const isOutOfScope = (name: string): boolean =>
  name.length <= NAME_MAX && OUT_OF_SCOPE.test(name) && nameHeading(name) === 'limit';

export function nameHeading(heading: string): HeadingClass | null {
  const inBrackets = /[(（]([^()（）]*)[)）]/u.exec(heading)?.[1] ?? '';
  const bare = foldCase(heading)
    .slice(0, 2 * NAME_MAX)
    .replace(/[(（][^()（）]*[)）]/gu, ' ')
    .replace(/[^\p{L}\p{N}'’&/.+-]+/gu, ' ')
    .trim();
  if (BOTH.test(bare)) return 'mixed';
  if (OUT_OF_SCOPE.test(inBrackets) || OUT_OF_SCOPE.test(bare)) return 'limit';
  if (AFTERWARDS.test(bare)) return 'later';
  if (bare === '' || bare.length > NAME_MAX) return null;
  if (MIXED.test(bare)) return 'mixed';
  if (NON_FUNCTIONAL.test(bare)) return 'quality';
  if (EXAMPLE.test(bare) || ALWAYS_CONTEXT.test(bare)) return 'context';
  if (DECISIONS.test(bare) || CONSTRAINTS.test(bare)) return 'limit';
  const classes = classesOf(bare);
  return classes === null ? null : decide(classes, MEASURE.test(bare));
}

const AFTERWARDS =
  /^(?:after (?:the )?(?:launch|release|mvp)|afterwards|beyond (?:the )?mvp|post[- ]?(?:launch|mvp).*)$/iu;
const NON_FUNCTIONAL =
  /(?<!\p{L})(?:non|nicht|no|não|não-|nie|не)[- ]?(?:functional|funktional|fonctionnel|funcional|funcionais|funkcjonalne|функциональные)/iu;
/** What is measured or feared of a quality is not yet work on it: "Performance Metrics", "Security Risks". */
const MEASURE =
  /(?<!\p{L})(?:metrics?|kpis?|risks?|goals?|objectives?|success|measures?|indicators?|risiken|ziele|kennzahlen|métricas|indicateurs|risques|riscos|riesgos)(?!\p{L})/iu;
/** Whatever else stands in such a heading, nobody builds it. */
const ALWAYS_CONTEXT =
  /^(?:archived?|deprecated|record of changes|changes? (?:to this document|history|log)|document (?:control|history|info\p{L}*)|user classes|how (?:we|you) (?:will )?know|numbers we watch|what (?:others|passengers|users|people|customers) .{1,30}|where (?:we|this) comes? from|things that .{1,30}wrong.{0,30}|what (?:is|went|goes) wrong.{0,30}|what changed.{0,30}|words we use|questions .{0,20}open|not (?:yet )?decided|dependencies|abhängigkeiten|dépendances|dependencias|dependências|open (?:issues|questions))(?!\p{L})/iu;
/** A heading that ends in them is about them, whatever they are of. */
const CONSTRAINTS =
  /(?<!\p{L})(?:constraints?|limitations?|restrictions|einschränkungen|contraintes|restricciones|restrições|ograniczenia)$/iu;
const DECISIONS = /(?<!\p{L})(?:decisions?|decision log|entscheidungen|décisions|decisiones|decisões)$/iu;
const PEOPLE =
  /^(?:(?:target|primary|secondary|end|key|our|the) )*(?:users?|customers?|audiences?)(?: (?:and|&) .{1,30})?$/iu;
const EXAMPLE =
  /(?<!\p{L})(?:examples?|diagrams?|mock-?ups?|wireframes?|screenshots?|beispiele?|exemples?|ejemplos?|exemplos?)(?!\p{L})|示例|例子|样例|예시/iu;

const OUT_OF_SCOPE =
  /(?<!\p{L})(?:out[- ]of[- ](?:\p{L}+ ){0,2}scope|not building|not (?:in|part of) (?:scope|mvp|v1)|non[- ]goals?|won['’]?t(?: have| do)?|will not|not in this (?:version|release)|hors périmètre|fuera de alcance|fora d[eo] escopo|poza zakresem|kapsam d[ıi]ş[ıi]|decided against|what we (?:are not|won['’]?t|do not|don['’]?t) .{1,30}|not (?:in|part of|included in|for) (?:this|the|our) .{0,30}|not part of this)(?!\p{L})|范围外|範圍外|対象外|スコープ外|범위 제외/iu;
/** "Goals and Non-Goals" holds both: it passes nothing down. */
const BOTH =
  /(?:goals?|in[- ]scope|scope|ziele|objectifs|objetivos)\s*(?:and|&|und|et|y|e|\/|,)\s*(?:non|out|nicht|hors|no |não)/iu;

function classesOf(bare: string): Set<Listed> | null {
  const found = new Set<Listed>();
  for (const token of bare.split(/[\s/&+]+/u).map((word) => word.replace(/^[.'’-]+|[.'’-]+$/gu, ''))) {
    if (token === '' || /^\d+$/u.test(token) || WORDS.qualify.has(token)) {
      // A word that only qualifies may be one of a class as well: "data" in "Data Model".
      addClasses(token, found, true);
      continue;
    }
    const known = CJK.test(token) ? segment(token, found) : addClasses(token, found, false);
    if (!known) return null;
  }
  if (found.size === 0 && PEOPLE.test(bare)) found.add('context');
  return found.size === 0 ? null : found;
}

function addClasses(token: string, found: Set<Listed>, isQualifier: boolean): boolean {
  let isKnown = false;
  for (const name of ORDER)
    if (WORDS[name].has(token)) {
      isKnown = true;
      if (!isQualifier || name === 'data' || name === 'quality' || name === 'schedule') found.add(name);
    }
  if (isKnown || isQualifier || token.length < 5) return isKnown;
  for (const { name, stem } of STEMS)
    if (token.startsWith(stem) || (stem.length >= 9 && token.endsWith(`${stem}en`))) {
      found.add(name);
      return true;
    }
  return false;
}

/** A run without spaces, cut into known terms from the front, the longest first; false where something is left over. */
function segment(token: string, found: Set<Listed>): boolean {
  let at = 0;
  while (at < token.length) {
    let length = Math.min(TERM_MAX, token.length - at);
    for (; length > 0; length -= 1) {
      const term = token.slice(at, at + length);
      const classes = ORDER.filter((name) => TERMS[name].has(term));
      for (const name of classes) found.add(name);
      if (classes.length > 0 || TERMS.qualify.has(term)) break;
    }
    if (length === 0) return false;
    at += length;
  }
  return true;
}

function decide(found: ReadonlySet<Listed>, isMeasure: boolean): HeadingClass {
  const has = (name: Listed) => found.has(name);
  if (has('later') && !has('limit')) return 'later';
  if (has('done') && has('work')) return 'done';
  if (has('restate')) return 'restate';
  if (isMeasure && has('context')) return 'context';
  if (has('quality')) return 'quality';
  if (has('data')) return 'data';
  if (has('setup')) return 'setup';
  if (has('limit')) return has('work') ? 'mixed' : 'limit';
  if (has('soft')) return has('work') ? 'mixed' : 'soft';
  if (has('schedule')) return has('context') && !has('work') ? 'context' : 'schedule';
  if (has('context')) return has('work') ? 'mixed' : 'context';
  return 'work';
}
