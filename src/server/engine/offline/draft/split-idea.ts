const LISTED =
  /\b(?:with|including|include|featuring|supporting|offering|that (?:has|have|lets users|can)|where users can|which can)\s+(.+)$/iu;
const PARTS = 8;
/** Sentences that speak of another one. */
const ASIDE = /^(?:it |this |that )?(?:depends?|see|requires?|note|e\.g|for example|based|builds?|because)\b/iu;

/** What one sentence lists: "a to-do app with login, shared lists and reminders" holds three things. */
export function splitIdea(text: string): string[] {
  const sentences = text.split(/(?<=[.!?])\s+(?=\p{Lu})/u).map((sentence) => sentence.replace(/[.!?\s]+$/u, ''));
  const whole = sentences.filter((sentence) => sentence.split(' ').length > 3 && !ASIDE.test(sentence));
  if (whole.length > 1 && whole.length <= PARTS) return whole;
  const listed = LISTED.exec(sentences[0] ?? '')?.[1];
  if (listed === undefined) return [];
  const items = listed
    .split(/\s*[,;]\s*(?:and |or |plus )?|\s+(?:and|plus)\s+/iu)
    .map((item) => item.trim())
    .filter((item) => item.length > 2);
  const isList = items.length >= 2 && items.length <= PARTS && items.every((item) => item.split(' ').length <= 8);
  return isList ? items : [];
}
