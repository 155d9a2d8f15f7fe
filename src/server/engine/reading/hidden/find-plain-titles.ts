import { countWords } from '../judge-words.ts';
import { readAuthorId } from '../read-author-id.ts';
import { isStoryBegun } from './join-stories.ts';

const NUMBERED = /^(\d{1,2})[.)]\s+(\S.*)$/u;
const UNFINISHED = /[.;,:?!。；，：？！]$/u;
const LABEL = /^\p{Lu}[^.:;!?]{1,50}:$/u;
const COUNTED = /^(\p{Lu}\p{L}+(?: \p{L}+)?) (\d{1,2})\s*[:–—-]\s+\S/u;
const NAME = /^\p{Lu}[\p{L}\p{N} &'’(),/–-]{2,70}[\p{L}\p{N})]$/u;
const TITLE_WORDS = 10;
const NAME_WORDS = 8;
const LABEL_WORDS = 6;

/** Which heading each line is, by its place; 0 for the rest of a title that was broken in two. */
export type Marks = Map<number, { level: number; text: string } | 0>;

/** A few words and a colon on a line of their own. */
export const isLabel = (line: string) => LABEL.test(line) && countWords(line) <= LABEL_WORDS;

/** "2. Title" on a line, counting up through the document; "2. Step" that follows a "1." of its list is none. */
export function findTitles(lines: readonly string[]): Marks {
  const marks: Marks = new Map();
  let next = 1;
  let step = 0;
  for (const [i, line] of lines.entries()) {
    const numbered = NUMBERED.exec(line);
    if (numbered === null) {
      if (isLabel(line) || readAuthorId(line).id !== null) step = 0;
      continue;
    }
    const number = Number(numbered[1]);
    const title = joinBroken(line, lines[i + 1] ?? '');
    const isStep = number === step + 1 && step > 0;
    // One right below the other is a list, not a title of nothing.
    const [below = ''] = nextLines(lines, i);
    if (number === next && !isStep && isName(title) && !NUMBERED.test(below)) {
      marks.set(i, { level: 2, text: title });
      if (title !== line) marks.set(i + 1, 0);
      next += 1;
      step = 0;
    } else step = number;
  }
  return marks;
}

const isName = (text: string) => !UNFINISHED.test(text) && countWords(text) <= TITLE_WORDS + 1;

/** A bracket that the next line closes: the title goes on there. */
function joinBroken(line: string, below: string): string {
  const isOpen = (text: string) => text.lastIndexOf('(') > text.lastIndexOf(')');
  return isOpen(line) && /^[^()]{1,40}\)$/u.test(below.trim()) ? `${line} ${below.trim()}` : line;
}

/** A few words with a blank line below them and more to come. */
export function findNames(lines: readonly string[], titles: Marks): Marks {
  const marks: Marks = new Map();
  let isParted = false;
  for (const [i, line] of lines.entries()) {
    if (titles.has(i)) isParted = false;
    if (!NAME.test(line) || countWords(line) > NAME_WORDS || lines[i + 1] !== '' || (lines[i + 2] ?? '') === '')
      continue;
    // The last line of a paragraph has words above it. Right below code or a table it is a name where the part begins with one.
    const above = lines[i - 1] ?? '';
    if (titles.has(i - 1)) isParted = true;
    else if (above !== '' && !(isParted && /[;}\]]$|\t/u.test(above))) continue;
    marks.set(i, { level: 3, text: line });
  }
  return marks;
}

/** "FR-3: Search" over a label, "User Story 1: Lending" over a story: two or more of a kind. */
export function findUnits(lines: readonly string[], titles: Marks): Marks {
  const families = new Map<string, Marks>();
  for (const [i, line] of lines.entries()) {
    if (titles.has(i)) continue;
    const family = familyOf(line);
    if (family === null || !isName(line)) continue;
    const below = nextLines(lines, i);
    // "FR-030: Classification and Impact" / "Scoring" / "Description:" is broken in two.
    const isBroken =
      family.isId && !LABEL.test(below[0] ?? '') && LABEL.test(below[1] ?? '') && countWords(below[0] ?? '') < 4;
    if (family.isId && !isBroken && !LABEL.test(below[0] ?? '') && !isStoryBegun(below[0] ?? '')) continue;
    const own = families.get(family.name) ?? new Map();
    families.set(family.name, own);
    own.set(i, { level: 4, text: isBroken ? `${line} ${below[0] ?? ''}` : line });
    if (isBroken) own.set(i + 1, 0);
  }
  return new Map([...families.values()].filter(({ size }) => size > 1).flatMap((own) => [...own]));
}

function familyOf(line: string): { name: string; isId: boolean } | null {
  const { id, rest } = readAuthorId(line);
  if (id !== null && rest !== line && line.startsWith(id.slice(0, 1)))
    return { name: id.replace(/[\d.]+[a-z]?$/iu, ''), isId: true };
  const counted = COUNTED.exec(line);
  return counted === null ? null : { name: counted[1] ?? '', isId: false };
}

function nextLines(lines: readonly string[], from: number): string[] {
  const found: string[] = [];
  for (let i = from + 1; i < Math.min(lines.length, from + 4) && found.length < 2; i += 1) {
    const line = (lines[i] ?? '').trim();
    if (line !== '') found.push(line);
  }
  return found;
}
