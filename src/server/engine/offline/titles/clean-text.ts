/** A requirement's text without what is only there for bookkeeping: its id, number, priority and marks. */
export function cleanText(text: string, id: string): string {
  let clean = text.replace(/\s+/gu, ' ').trim();
  const lead = clean.replace(/^[[(*_]+/u, '');
  if (id !== '' && lead.toLowerCase().startsWith(id.toLowerCase()) && !/^[\p{L}\p{N}]/u.test(lead.slice(id.length)))
    clean = lead.slice(id.length).replace(/^[\])*_]*\s*[:.)—–|-]*\s*/u, '');
  return clean
    .replace(/^\[?[!\w .-]{1,16}\]\s*/u, '')
    .replace(/^(?:[A-Z]{1,6}[-_]?\d+(?:\.\d+)*|\d+(?:\.\d+)+|\d+[.)])\s*(?:[:)—–|-]\s*|\.\s+)/u, '')
    .replace(/^\d+(?:\.\d+)+\.?\s+/u, '')
    .replace(
      /^\(?(?:P[0-4]|must(?:[ -]have)?|should(?:[ -]have)?|could(?:[ -]have)?|high|medium|low)\)?\s*[:—–|-]\s+/iu,
      '',
    )
    .replace(
      /\s*[([](?:P[0-4]|must(?:[ -]have)?|should(?:[ -]have)?|could(?:[ -]have)?|optional|stretch)[)\]]\s*/giu,
      ' ',
    )
    .replace(/^[^\p{L}\p{N}"“'«‹<`$@/#.-]+/u, '')
    .trim();
}

/** The first sentence, without its full stop. Abbreviations and version numbers do not end one. */
export function firstSentence(text: string): string {
  for (const end of text.matchAll(/[.!?](?=\s+["“(]?[\p{Lu}\p{N}])|[。！？]/gu)) {
    const before = text.slice(0, end.index);
    if (/(?:^|[\s(])(?:e\.g|i\.e|etc|vs|approx|no|incl|resp|ca|z\.B|d\.h|p\.ex|\p{L})$/iu.test(before)) continue;
    return before.trim();
  }
  return text.replace(/[\s.;:,。]+$/u, '');
}

/** "Label: the rest", where the label is short enough to be one. */
export function splitLabel(text: string): { label: string; rest: string } | undefined {
  const match = /^([^:.!?—–]{2,60}?)\s*(?::|\s[—–]|\s-)\s+(\S.*)$/u.exec(text);
  if (match === null) return undefined;
  const [, label = '', rest = ''] = match;
  return label.split(' ').length <= 7 ? { label: label.trim(), rest: rest.trim() } : undefined;
}
