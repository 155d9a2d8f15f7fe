import { normaliseText } from './compare-text.ts';
import { type Node, type Section, pathOf, walkNodes } from './document.ts';

/**
 * Overviews of later sections ("Epic List"): a heading or bold line that repeats the heading of another section, with
 * nothing but prose under it, is a pointer and no work.
 */
export function clearPointers(sections: readonly Section[]): void {
  clearRepeated(sections);
  const full = new Map<string, Section>();
  for (const section of sections)
    if (
      [section, ...section.children].some(({ nodes }) => nodes.some((node) => isListed(node) && node.role === 'work'))
    )
      full.set(normaliseText(section.heading), section);
  full.delete('');
  for (const section of sections) {
    const isAgain = (name: string) => {
      const other = full.get(normaliseText(name));
      return other !== undefined && other !== section && other !== section.parent;
    };
    if (section.isTitle || section.setRole !== null || section.nodes.some(isListed)) continue;
    // A lead-in over the bold lines has nothing under itself.
    const labels = section.nodes.filter(
      ({ kind }, i, all) => kind === 'label' && (i === 0 ? all[1]?.kind !== 'label' : true),
    );
    const isOverview = labels.length > 1 && labels.every(({ label, text }) => isAgain(label ?? text));
    if (isOverview || (section.children.length === 0 && isAgain(section.heading))) clear(section.nodes);
  }
}

const isListed = ({ kind, children }: Node): boolean => kind === 'item' || kind === 'table' || children.length > 0;

function clear(nodes: readonly Node[]): void {
  for (const node of nodes)
    if (node.role === 'work' && node.setBy === null && node.reason !== 'story' && node.reason !== 'modal')
      [node.role, node.reason] = ['context', 'pointer'];
}

const REPEATED_MIN = 3;

/** A section that is repeated line by line under the same headings counts once. */
function clearRepeated(sections: readonly Section[]): void {
  const seen = new Set<string>();
  for (const section of sections) {
    const nodes = [...walkNodes(section.nodes)];
    if (nodes.length < REPEATED_MIN || section.heading === '' || nodes.some(({ table }) => table !== null)) continue;
    const key = [...pathOf(section), ...nodes.map(({ lines, checked }) => `${String(checked)} ${lines}`)].join('\n');
    if (seen.has(key) && section.setRole === null) {
      for (const node of nodes)
        if ((node.role === 'work' || node.role === 'unsure') && node.setBy === null)
          [node.role, node.reason] = ['context', 'pointer'];
      section.role = 'context';
    }
    seen.add(key);
  }
}
