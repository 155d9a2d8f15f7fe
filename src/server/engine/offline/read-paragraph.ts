import type { TextBlock } from './block.ts';
import { cutText } from './draft/say-lines.ts';
import {
  isAboutText,
  isBehaviour,
  isImperative,
  isMeasurable,
  isQualityName,
  isQuestion,
  isRemark,
  isStory,
  isStrict,
  strengthOfText,
} from './judge-text.ts';
import { readExplicitId, readLeadingId } from './read-explicit-id.ts';
import { readInline } from './read-inline.ts';
import { readLabel } from './read-label.ts';
import { isScenario, scenarioTitle } from './read-scenario.ts';
import { recogniseRole } from './recognise-role.ts';
import { type Mode, type Reading, keep, modeOf } from './reading.ts';
import { type Sentence, splitSentences, squeeze } from './split-sentences.ts';

const WORDS_MIN = 3;
const HEAD_MAX = 1_000;

/** Reads prose. Answers the mode of the block that follows when this one announces it ("Out of scope:"), else null. */
export function readParagraph(block: TextBlock, reading: Reading, mode: Mode, isIntroduction: boolean): Mode | null {
  const { text, isLinkOnly } = readInline(block.lines.join('\n'));
  if (isLinkOnly || text.trim() === '' || /^\[\^?[^\]]+\]:/u.test(block.lines[0] ?? '')) return null;
  const lines = text.split('\n').map(squeeze);
  const { path } = reading.section;
  const start = block.start;
  const title = scenarioTitle(lines[0] ?? '');
  if (isScenario(title === null ? lines : lines.slice(1))) {
    const joined = lines
      .map((line, i) => (i === 0 && title !== null ? `${title}:` : line.replace(/[.,;]$/u, '')))
      .join(', ')
      .replace(':, ', ': ');
    keep(
      reading,
      mode === 'work' && reading.head !== null ? 'criteria' : mode,
      { text: joined, start, end: block.end },
      'scenario',
      path,
    );
    return null;
  }
  const role = lines.length === 1 && isIntroduction ? recogniseRole(lines[0] ?? '') : null;
  if (role !== null && role !== 'work') return modeOf(role, false);
  const labels = lines.map(readLabel);
  if (labels.every((label) => label?.use === 'meta' || label?.use === 'aside')) return null;
  const [label] = labels;
  if (label != null && label.role !== null && lines.length > 0) {
    const inner = modeOf(label.role, false);
    if (squeeze(text) === squeeze(`${label.name}:`)) return inner;
    readSentences(text, reading, inner, start);
    return null;
  }
  if (reading.head !== null && mode === 'work') addToHead(reading.head, squeeze(text), block.end);
  else if (mode === 'work' && lines.some(isMarked)) readMarked(lines, reading, start);
  else readSentences(isIntroduction ? dropOpening(text) : text, reading, mode, start);
  return null;
}

/** Without the beginning of a sentence that the next block completes. By hand: a pattern would look back from every place. */
function dropOpening(text: string): string {
  if (!/[:：]$/u.test(text.trimEnd())) return text;
  const end = Math.max(...['.', '!', '?', '。'].map((mark) => text.lastIndexOf(mark)));
  return text.slice(0, end + 1);
}

const NUMBER = /^\d{1,2}(?:\.\d{1,3})+\.?\s+/u;
const isMarked = (line: string) => NUMBER.test(line) || readLeadingId(line) !== null;

/** Where lines begin with an id or a number of their own, each such line and what follows it is one requirement. */
function readMarked(lines: readonly string[], reading: Reading, start: number): void {
  const begins = lines.flatMap((line, i) => (isMarked(line) ? [i] : []));
  const first = begins[0] ?? 0;
  if (first > 0) readSentences(lines.slice(0, first).join('\n'), reading, 'work', start);
  for (const [i, from] of begins.entries()) {
    const to = begins[i + 1] ?? lines.length;
    const text = squeeze(lines.slice(from, to).join(' ')).replace(NUMBER, '');
    keep(reading, 'work', { text, start: start + from, end: start + to - 1 }, 'sentence', reading.section.path);
  }
}

function readSentences(text: string, reading: Reading, mode: Mode, start: number): void {
  const { section } = reading;
  const isQuality = section.path.some(isQualityName);
  for (const sentence of splitSentences(text)) {
    if (mode === 'work' && !asks(sentence, reading.isRelaxed, isQuality)) continue;
    const passage = { text: sentence.text, start: start + sentence.firstLine, end: start + sentence.lastLine };
    keep(reading, mode, passage, 'sentence', section.path);
  }
}

function asks({ text }: Sentence, isRelaxed: boolean, isQuality: boolean): boolean {
  if (isQuestion(text) || isAboutText(text) || readLabel(text)?.use === 'meta') return false;
  if (isStory(text) || readExplicitId(text).id !== null) return true;
  const isLong = text.split(' ').length >= WORDS_MIN || !/^[\p{Script=Latin}\P{L}]*$/u.test(text);
  if (isRelaxed) return true;
  return (
    isLong &&
    (strengthOfText(text) !== null ||
      isImperative(text) ||
      isMeasurable(text) ||
      isBehaviour(text) ||
      (isQuality && !isRemark(text)))
  );
}

/** Prose that is quoted or set apart asks for something only where it says must. */
export function readAside(block: TextBlock, reading: Reading): void {
  // "[!NOTE]" on the first line is what kind of box it is.
  const lines = block.lines.map((line, i) => (i === 0 && /^\[!\w+\]$/u.test(line) ? '' : line));
  const { text } = readInline(lines.join('\n'));
  for (const sentence of splitSentences(text)) {
    if (!isStrict(sentence.text) || isAboutText(sentence.text)) continue;
    const passage = {
      text: sentence.text,
      start: block.start + sentence.firstLine,
      end: block.start + sentence.lastLine,
    };
    keep(reading, 'work', passage, 'sentence', reading.section.path);
  }
}

function addToHead(head: NonNullable<Reading['head']>, text: string, end: number): void {
  if (head.text.length < HEAD_MAX) head.text = cutText(`${head.text.replace(/[.:]$/u, '')}: ${text}`, HEAD_MAX);
  head.end = end;
}
