import type { Sheet } from './read-sheet.ts';

/** Classes that libraries write: icons, the editor, the colours of code, and what the markdown parser marks. */
const FOREIGN = /^(lucide(-.*)?|cm-.*|hljs(-.*)?|task-list-item|footnotes|sr-only)$/;
/** Drawn by components of src/web/ui alone. */
const WIDGETS = new Set(['button', 'input', 'select', 'textarea', 'dialog']);

export const isForeign = (name: string): boolean => FOREIGN.test(name);
const isModule = (file: string): boolean => file.endsWith('.module.css');
const TOKENS = 'src/web/styles/tokens.css';
const BASE = 'src/web/styles/base.css';

/** What is wrong with a style sheet by itself. */
export function judgeSheet(sheet: Sheet): string[] {
  const { file } = sheet;
  const wrong: string[] = [];
  for (const rule of sheet.rules) {
    const at = `${file}:${rule.line}`;
    for (const name of rule.classes)
      if (!isModule(file) && !isForeign(name)) wrong.push(`${at}  selects .${name}: classes live in CSS Modules`);
    for (const name of rule.foreign)
      if (!isForeign(name)) wrong.push(`${at}  selects :global(.${name}): no class of ours is global`);
    if (!file.startsWith('src/web/ui/') && file !== BASE)
      for (const name of rule.elements)
        if (WIDGETS.has(name)) wrong.push(`${at}  selects every ${name}: give it a class, or use the component of ui`);
    const layer = layerOf(file);
    if (isModule(file) && rule.layer !== layer)
      wrong.push(`${at}  is in ${rule.layer === '' ? 'no layer' : `@layer ${rule.layer}`}: ${sayLayer(layer)}`);
  }
  if (file !== TOKENS)
    for (const { text, line } of sheet.colours) wrong.push(`${file}:${line}  writes a colour (${text}): use a token`);
  return [...new Set(wrong)];
}

/** Rules of features and screens win over those of ui because they are in no layer. */
function layerOf(file: string): string {
  if (file.startsWith('src/web/ui/')) return 'components';
  return file.startsWith('src/web/styles/') ? 'shared' : '';
}

const sayLayer = (layer: string): string =>
  layer === '' ? 'features and screens stand outside the layers' : `its rules belong in @layer ${layer}`;

export function judgeNames(sheets: readonly Sheet[]): string[] {
  const seen = new Map<string, string>();
  return sheets.flatMap(({ file }) => {
    const name = file.slice(file.lastIndexOf('/') + 1);
    const other = seen.get(name);
    seen.set(name, file);
    if (!isModule(file) || other === undefined) return [];
    return [`${file}:1  is called like ${other}: the names of modules are unique`];
  });
}
