/** As much of a parsed text as is looked at here. */
interface Part {
  type: string;
  value?: string;
  depth?: number;
  children?: Part[];
}

const BLOCKS = new Set(['root', 'blockquote', 'listItem', 'footnoteDefinition']);

function walk(part: Part, visit: (child: Part, parent: Part) => void) {
  for (const child of part.children ?? []) {
    visit(child, part);
    walk(child, visit);
  }
}

/** HTML is shown as what it is, text: neither obeyed nor swallowed. */
export const showHtmlAsText = () => (tree: Part) =>
  walk(tree, (part, parent) => {
    if (part.type !== 'html') return;
    const text = { type: 'text', value: part.value ?? '' };
    delete part.value;
    Object.assign(part, BLOCKS.has(parent.type) ? { type: 'paragraph', children: [text] } : text);
  });

/** Headings begin at the page's next level and never skip one, so that the outline of the page stays whole. */
export const levelHeadings = (first: number) => () => (tree: Part) => {
  let before = first - 1;
  walk(tree, (part) => {
    if (part.type !== 'heading') return;
    part.depth = Math.min(first + (part.depth ?? 1) - 1, before + 1, 6);
    before = part.depth;
  });
};
