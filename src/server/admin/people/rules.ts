/** What a person typed, as a pattern that finds it anywhere in a text: signs with a meaning in patterns are letters here. */
export const partPattern = (typed: string) => `%${typed.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;

/** Up to here what is found is counted; nobody pages further. */
export const COUNTED_MAX = 1_000;

/** A part that this share of so many of the newest addresses have is common: a thousand who have it are near. */
export const SAMPLE = 1_000;
export const COMMON_SHARE = 0.1;

/** Too short for the index by groups of three letters. */
export const isShort = (typed: string) => typed.length < 3;

export const pagesOf = (total: number, limit: number) => Math.max(1, Math.ceil(total / limit));
