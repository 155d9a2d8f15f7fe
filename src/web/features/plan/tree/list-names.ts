const NAME_CUT = 15;
const segmenter = new Intl.Segmenter('en');

/** Truncates to 15 grapheme clusters, so that no emoji or accent is cut in half. */
export function cutListName(name: string) {
  if (name.length <= NAME_CUT) return name;
  const letters = Array.from(segmenter.segment(name), ({ segment }) => segment);
  return letters.length > NAME_CUT ? `${letters.slice(0, NAME_CUT).join('')}…` : name;
}

export const toggled = <T>(values: readonly T[], value: T): readonly T[] =>
  values.includes(value) ? values.filter((each) => each !== value) : [...values, value];
