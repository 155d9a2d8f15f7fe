/** A sentence with its lines, relative to the paragraph. */
interface Sentence {
  text: string;
  firstLine: number;
  lastLine: number;
}

const END = /[.!?](?=["'”’)\]]*(?:\s|$))["'”’)\]]*|[。！？](?:[」』）])*/gu;
const ABBREVIATION =
  /(?:^|[\s(])(?:e\.g|i\.e|etc|vs|cf|approx|ca|incl|excl|fig|resp|bzw|vgl|sog|evtl|inkl|exkl|np|tzn|tj|bijv|örn|bkz|напр|см|z\.\s?b|d\.\s?h|usw|ggf|u\.\s?a|p\.\s?ex|dr|mr|mrs|[A-Z])\.$/u;
/** Abbreviations only before a number: "No. 5", "sec. 2". */
const BEFORE_NUMBER = /(?:^|[\s(])(?:no|nr|sec|ch|art|par|p|pp)\.$/iu;
/** "z. B.", "p. ej.", "т. е.": a letter and a dot, then one or two letters and a dot. An hour may end a sentence. */
const PAIR = /(?:^|[\s(])(?![ap]\.\s?m\.)\p{L}\.\s?\p{L}{1,2}\.$/u;
const PAIR_BEGUN = /(?:^|[\s(])\p{L}\.$/u;
const PAIR_ENDED = /^\s\p{L}{1,2}\.(?=[\s,;:)])/u;
const LOOK_BACK = 12;

/** Splits text into sentences; abbreviations, decimals and ordinals do not end one. */
export function splitSentences(text: string): Sentence[] {
  const sentences: Sentence[] = [];
  let from = 0;
  let line = 0;
  const push = (to: number) => {
    const raw = text.slice(from, to);
    const lead = raw.length - raw.trimStart().length;
    const firstLine = line + countLines(raw.slice(0, lead));
    const body = raw.trim();
    const lastLine = firstLine + countLines(body);
    if (body !== '') sentences.push({ text: squeeze(body), firstLine, lastLine });
    line += countLines(raw);
    from = to;
  };
  for (const end of text.matchAll(END)) {
    const to = end.index + end[0].length;
    if (end[0].startsWith('.') && !endsSentence(text, end.index, to)) continue;
    push(to);
  }
  push(text.length);
  return sentences;
}

function endsSentence(text: string, at: number, to: number): boolean {
  const before = text.slice(Math.max(0, at - LOOK_BACK), at + 1);
  if (ABBREVIATION.test(before) || PAIR.test(before)) return false;
  if (PAIR_BEGUN.test(before) && PAIR_ENDED.test(text.slice(to, to + 5))) return false;
  if (BEFORE_NUMBER.test(before) && /^\s*\d/u.test(text.slice(to, to + 4))) return false;
  // An ordinal, as in "am 3. März", or a number in front of a list written as text.
  if (/(?:^|\s)\d{1,2}$/u.test(text.slice(Math.max(0, at - 3), at)))
    return /^\s+\p{Lu}/u.test(text.slice(to, to + 4)) && at > 3;
  return true;
}

function countLines(text: string): number {
  let count = 0;
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) count += 1;
  return count;
}

/** Collapses white space. */
export const squeeze = (text: string) => text.replace(/\s+/gu, ' ').trim();
