/** A text as a block of code in Markdown: a fence is closed only by one as long as itself. */
export function fence(text: string): string {
  const ticks = '`'.repeat(Math.max(3, longestTicks(text) + 1));
  return `${ticks}\n${text.trimEnd()}\n${ticks}`;
}

export const longestTicks = (text: string): number =>
  (text.match(/`+/g) ?? []).reduce((longest, ticks) => Math.max(longest, ticks.length), 0);
