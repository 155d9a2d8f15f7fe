const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', nbsp: ' ', '#39': "'" };

/** A text without inline Markdown and with single spaces: what a person reads, and what two texts are compared by. */
export function plainText(text: string): string {
  return text
    .replaceAll(/!?\[([^\]]*)\]\((?:[^()\s]|\([^)]*\))*(?:\s+"[^"]*")?\)/gu, '$1')
    .replaceAll(/<\/?[a-z][^>]*>|<!--.*?-->/giu, ' ')
    .replaceAll(/&(amp|lt|gt|quot|nbsp|#39);/gu, (whole, name: string) => ENTITIES[name] ?? whole)
    .replaceAll(/[*_`~\\]/gu, '')
    .replaceAll(/\s+/gu, ' ')
    .trim();
}

/** The same without what stands in front of a line: quote, hash, bullet, number, box, bar. */
export const plainLines = (lines: readonly string[]): string =>
  plainText(
    lines
      .map((line) => line.replace(/^\s*(?:[>|]\s*)*(?:#{1,6}\s+|[-*+•]\s+|\d+[.)]\s+)?(?:\[.\]\s+)?/u, ''))
      .join(' '),
  );

/** Texts that a person would call the same: one case, nothing around the words. */
export const sameText = (text: string): string =>
  plainText(text)
    .toLowerCase()
    .replaceAll(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, '');
