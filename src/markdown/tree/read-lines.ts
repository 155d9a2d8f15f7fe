const CARRIAGE_RETURN = 13;
const LINE_FEED = 10;

/** Where each line of a text begins and ends, however lines end in it. */
export function readLines(text: string): { from: number; end: number }[] {
  const lines: { from: number; end: number }[] = [];
  let from = 0;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code !== LINE_FEED && code !== CARRIAGE_RETURN) continue;
    lines.push({ from, end: at });
    if (code === CARRIAGE_RETURN && text.charCodeAt(at + 1) === LINE_FEED) at += 1;
    from = at + 1;
  }
  if (from < text.length) lines.push({ from, end: text.length });
  return lines;
}
