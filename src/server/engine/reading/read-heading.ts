import { readAuthorId } from './read-author-id.ts';
import { cutBehind, plainText } from './read-words.ts';

const NUMBER =
  /^(?:(?:section|chapter|part|kapitel|abschnitt|chapitre|capítulo|secção|sección)\s+)?§?\s*(\d{1,3}(?:\.\d{1,3}){0,5})(?:[.):、]\s*|\s+(?:[-–—:]\s+)?|(?=[\p{Script=Han}\p{Script=Hangul}\p{Script=Katakana}\p{Script=Hiragana}]))(?=\S)/iu;
const CHINESE_NUMBER = /^(?:第?[一二三四五六七八九十百]{1,3}[章节節]?[、.．]\s*|第\s*\d+\s*[章节節条]\s*)/u;
const LETTER_NUMBER = /^(?:[IVX]{1,5}|[A-Z])[.)]\s+/u;
/** Pictures in front of a heading and marks of state behind it are not its words. */
const FRONT = /^[\p{Extended_Pictographic}\uFE0F\u200D\s]+/u;
const BEHIND = /[\s\p{Extended_Pictographic}\uFE0F✓✔]+$/u;

interface HeadingWords {
  heading: string;
  /** Everything the heading says, marks included. */
  raw: string;
  number: string | null;
  id: string | null;
}

/** A heading without its number, id, pictures and marks; all of them are told beside it. */
export function readHeading(source: string): HeadingWords {
  const raw = plainText(source);
  const words = cutBehind(raw.replace(FRONT, ''), BEHIND).replace(/[:：]$/u, '');
  const numbered = NUMBER.exec(words);
  const rest = (numbered === null ? words : words.slice(numbered[0].length))
    .replace(CHINESE_NUMBER, '')
    .replace(LETTER_NUMBER, '')
    .replace(FRONT, '');
  const { id, rest: name } = readAuthorId(rest.trim());
  const inner = /^[(（]([^()（）]+)[)）]$/u.exec(name.trim())?.[1];
  if (inner !== undefined) return { heading: inner.trim(), raw, number: numbered?.[1] ?? null, id };
  const heading = name.trim() === '' ? rest.trim() || words.trim() || raw : name.trim();
  return { heading, raw, number: numbered?.[1] ?? null, id };
}
