const NAME_CUT = 15;
const segmenter = new Intl.Segmenter('en');

/** Chips show the first 15 characters, counted as a reader sees them. */
export function cutListName(name: string) {
  if (name.length <= NAME_CUT) return name;
  const letters = Array.from(segmenter.segment(name), ({ segment }) => segment);
  return letters.length > NAME_CUT ? `${letters.slice(0, NAME_CUT).join('')}…` : name;
}

/** The values with this one added, or without it when it was there. */
export const toggled = <T>(values: readonly T[], value: T): readonly T[] =>
  values.includes(value) ? values.filter((each) => each !== value) : [...values, value];
