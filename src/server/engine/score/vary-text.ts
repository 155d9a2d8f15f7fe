/** A text after a change, and where each of its former lines is now. Lines count from 1. */
export interface Variation {
  content: string;
  lineOf: Map<number, number>;
}

interface Line {
  text: string;
  from: number | null;
}

export const VARIATIONS: Record<string, (content: string) => Variation> = {
  reordered: (content) => finish(reverseItems(reverseSections(linesOf(content)))),
  reworded: (content) => finish(linesOf(content).map(reword)),
  extended: (content) => finish(linesOf(content).flatMap(extend)),
};

const linesOf = (content: string): Line[] => content.split(/\r\n|\n|\r/u).map((text, i) => ({ text, from: i + 1 }));

function finish(lines: readonly Line[]): Variation {
  const lineOf = new Map<number, number>();
  for (const [i, { from }] of lines.entries()) if (from !== null) lineOf.set(from, i + 1);
  return { content: lines.map(({ text }) => text).join('\n'), lineOf };
}

/** Sections of the second level from the last to the first; the document's head stays where it is. */
function reverseSections(lines: readonly Line[]): Line[] {
  const starts = lines.flatMap(({ text }, i) => (text.startsWith('## ') ? [i] : []));
  const first = starts[0];
  if (first === undefined) return [...lines];
  const sections = starts.map((start, i) => [...lines.slice(start, starts[i + 1]), { text: '', from: null }]);
  return [...lines.slice(0, first), ...sections.toReversed().flat()];
}

/** Items that follow each other line by line change places, unless one is a step of a scenario. */
function reverseItems(lines: readonly Line[]): Line[] {
  const isItem = ({ text }: Line) =>
    /^(?:- |\* |\| \w)/u.test(text) && !/^- (?:Given|When|Then|And)\b/u.test(text) && !/\|\s*-{3}/u.test(text);
  const result: Line[] = [];
  for (let i = 0; i < lines.length; i += 1) {
    let end = i;
    while (end < lines.length && isItem(lines[end] ?? { text: '', from: null })) end += 1;
    const isTable = (lines[i]?.text ?? '').startsWith('|');
    const follows = /^\s+\S/u.test(lines[end]?.text ?? '') || (isTable && !/\|\s*-{3}/u.test(lines[i - 1]?.text ?? ''));
    if (end - i < 2 || follows) {
      result.push(...lines.slice(i, i + 1));
      continue;
    }
    result.push(...lines.slice(i, end).toReversed());
    i = end - 1;
  }
  return result;
}

const SYNONYMS: [RegExp, string][] = [
  [/\bmust be able to\b/gu, 'can'],
  [/\bmust\b/gu, 'has to'],
  [/\bshall\b/gu, 'must'],
  [/\bcan\b/gu, 'may'],
  [/\bshows?\b/gu, 'displays'],
  [/\bevery\b/gu, 'each'],
  [/\bkept\b/gu, 'stored'],
  [/\bwithin\b/gu, 'in'],
  [/\bat most\b/gu, 'no more than'],
  [/\bcustomers?\b/gu, 'client'],
  [/\bdeleted?\b/gu, 'removed'],
];

/** What a person who goes over the text again would change: a word for another, a word more. Headings, steps and code stay. */
function reword(line: Line): Line {
  const { text } = line;
  if (/^(?:\s*$|#|\s*```|\||=|---|\S{0,40}$|\s*(?:- )?(?:Given|When|Then|And|Scenario)\b|\*\*[^*]+\*\*$)/u.test(text))
    return line;
  if (/[\p{Script=Han}\p{Script=Hiragana}]/u.test(text)) return { ...line, text: text.replace(/(。?)$/u, 'など$1') };
  const changed = SYNONYMS.reduce((result, [word, other]) => result.replaceAll(word, other), text);
  if (changed !== text || !/\s\S+\s+\S+$/u.test(text)) return { ...line, text: changed };
  return { ...line, text: text.replace(/\s(\S+)$/u, ' really $1') };
}

/** A new item in front of every third, and something new at the very beginning of each section. */
function extend(line: Line, index: number): Line[] {
  const added = (text: string): Line => ({ text, from: null });
  if (/^[-*] (?!Given|When|Then|And)/u.test(line.text) && index % 3 === 0)
    return [added(`${line.text.slice(0, 2)}Something that was forgotten, number ${index}, is stored as well`), line];
  if (line.text.startsWith('## '))
    return [added(''), added(`The late remark ${index} must be heard.`), added(''), line];
  return [line];
}
