import { TASK_TITLE_MAX } from '#contract/constants.ts';

const STORY_FRONT =
  /^["“«]?(?:as an?\s.{1,120}?[,;]?\s+(?:i|we)\s+(?:want(?: to be able)?(?: to)?|need(?: to)?|can|would like(?: to)?|should be able to|must be able to|am able to|expect(?: to)?)|als\s.{1,80}?\s(?:möchte|will|kann)\s+ich|en tant qu(?:e|['’])\s*.{1,80}?[,;]?\s*je\s+(?:veux|peux|souhaite)|como\s.{1,80}?[,;]?\s*(?:quiero|puedo|necesito|(?:eu )?quero|posso|preciso)|jako\s.{1,80}?[,;]?\s*(?:chcę|mogę))\s+/iu;
const REASON =
  /[,;]?\s+(?:so that|so i can|so we can|in order to|damit|afin (?:de|que)|pour que|para que|aby|żeby)\s/iu;
const TAG_FRONT =
  /^(?:[[(](?:P[0-4]|must|should|could|high|medium|low|mvp|v\d[\d.]*)[\])]|P[0-4]|\d{1,2}[.)](?=\s))\s*[:–—-]?\s*/iu;
const TAG_BEHIND =
  /\s*[([](?:v?\d+(?:\.\d+)+|v\d+|P[0-4]\+?|must(?: have)?|should(?: have)?|could(?: have)?|high|medium|low|priority:? ?\w+|critical)[)\]]$/iu;
const CLAUSE = /[.!?。！？](?:\s|$)|[;；]|\s[–—-]\s|[:：](?:\s|$)|\s→\s|,\s(?:which|and then|so)\s/u;
const WORDY = 90;
const TEXT_MAX = 1_000;
const HEADING_MAX = 200;
const SHORT = 8;

/** The author's words as a title: a heading, a label, or the first clause of what is said, cut at a word. Never written anew. */
export function cutTitle(text: string): string {
  const bare = text.slice(0, TEXT_MAX).trim().replace(TAG_FRONT, '').replace(TAG_BEHIND, '');
  const told = bare.replace(STORY_FRONT, '');
  const asked = told.length >= SHORT ? told : bare;
  const reason = REASON.exec(asked);
  const aim = reason !== null && reason.index >= SHORT ? asked.slice(0, reason.index) : asked;
  if (aim.length <= WORDY) return trimEnd(aim);
  const clause = CLAUSE.exec(aim);
  const first = clause !== null && clause.index >= SHORT ? aim.slice(0, clause.index) : aim;
  return trimEnd(first.length <= WORDY ? first : cutAtWord(first));
}

const trimEnd = (text: string) => text.replace(/[\s.,;:：，。、–—-]+$/u, '').trim() || text.trim();

function cutAtWord(text: string): string {
  const cut = text.slice(0, WORDY);
  const comma = cut.lastIndexOf(', ');
  if (comma >= 40) return cut.slice(0, comma);
  const space = cut.lastIndexOf(' ');
  const end = space >= SHORT ? cut.slice(0, space) : cut.toWellFormed().replace(/\uFFFD$/u, '');
  return end.slice(0, TASK_TITLE_MAX);
}

/** A heading is a title as it stands, but for tags. */
const STATE = String.raw`(?:\d{1,3} ?% )?(?:complete|completed|done|planned|in progress|implemented|shipped)`;
const SIGN = String.raw`(?:[✅☑✔🚧⏳]\uFE0F?\s*)`;
/** Set off by brackets, a dash, a colon or a sign: "Definition of Done" and "jobs-to-be-done" are names. */
const STATE_BEHIND = new RegExp(
  String.raw`(?:\s*\(\s*${SIGN}*${STATE}\s*\)|\s*\[\s*${SIGN}*${STATE}\s*\]|\s+[-–—]+\s+${SIGN}*${STATE}|\s*:\s+${SIGN}*${STATE}|\s+${SIGN}+${STATE})\s*${SIGN}*$`,
  'iu',
);

export const headingTitle = (heading: string): string => {
  const short = heading.slice(0, HEADING_MAX);
  const bare = short.replace(STATE_BEHIND, '').replace(TAG_FRONT, '').replace(TAG_BEHIND, '').trim();
  return trimEnd((bare === '' ? short : bare).toWellFormed().replace(/\uFFFD$/u, ''));
};
