export interface Section {
  /** Empty for what stands above the first heading. */
  title: string;
  body: string;
}

const heading = /^##\s+(.+)$/;
const HEADING_MAX = 200;
const begin = /^\s*<!--\s*([\w:]+):BEGIN\s*-->\s*$/;
const end = /^\s*<!--\s*([\w:]+):END\s*-->\s*$/;
const fence = /^\s*(`{3,}(?=[^`]*$)|~{3,})/;

/**
 * Cuts a task's body at its second-level headings. A heading inside a fence, or between the markers that Backlog.md
 * puts around its own sections, belongs to the text. Comment markers stay, because they separate comments.
 */
export function splitSections(body: string): Section[] {
  const sections = [{ title: '', lines: new Array<string>() }];
  let marker: string | undefined;
  let openFence: string | undefined;
  for (const line of body.split('\n')) {
    const fenced = fence.exec(line)?.[1];
    if (openFence !== undefined) {
      if (fenced !== undefined && fenced.startsWith(openFence) && line.trim() === fenced) openFence = undefined;
    } else if (fenced !== undefined) openFence = fenced;

    const opens = begin.exec(line)?.[1];
    const closes = end.exec(line)?.[1];
    const title = line.length <= HEADING_MAX ? heading.exec(line)?.[1]?.trim() : undefined;
    if (marker === undefined && openFence === undefined && opens !== undefined && opens !== 'COMMENT') marker = opens;
    else if (marker !== undefined && closes === marker) {
      marker = undefined;
      openFence = undefined;
    } else if (title !== undefined && marker === undefined && openFence === undefined) {
      sections.push({ title, lines: [] });
    } else sections.at(-1)?.lines.push(line);
  }
  return sections
    .map(({ title, lines }) => ({ title, body: lines.join('\n').trim() }))
    .filter(({ title, body: text }) => title !== '' || text !== '');
}
