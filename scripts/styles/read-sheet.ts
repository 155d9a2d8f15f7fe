import { type Declaration, type Rule, type SelectorComponent, transform } from 'lightningcss';

export interface SheetRule {
  readonly line: number;
  /** The cascade layer around it, "" outside of any. */
  readonly layer: string;
  /** Classes anywhere in its selectors. */
  readonly classes: readonly string[];
  /** Classes of the elements it styles: those of the last part of each selector. */
  readonly subjects: readonly string[];
  /** Classes within `:global()`. */
  readonly foreign: readonly string[];
  readonly elements: readonly string[];
  readonly declarations: readonly { readonly property: string; readonly hides: boolean }[];
}

export interface Sheet {
  readonly file: string;
  readonly rules: readonly SheetRule[];
  /** Custom properties it sets. */
  readonly sets: ReadonlySet<string>;
  /** Custom properties it reads, with the line of each reading. */
  readonly reads: readonly { readonly name: string; readonly line: number; readonly hasFallback: boolean }[];
  /** Colours written out, with their lines. */
  readonly colours: readonly { readonly text: string; readonly line: number }[];
}

const READS = /var\(\s*(--[\w-]+)\s*(,?)/g;
const SETS = /(?:^|[{;\s])(--[\w-]+)\s*:/g;
/** A value, not a selector: an id such as #add would read like a colour. */
const COLOURS = /(?<=:[^;{}]*)(?:#[0-9a-f]{3,8}\b|\b(?:rgba?|hsla?|hwb|lab|lch|oklab|oklch|color)\()/gi;

/** A style sheet as the rules of the check need it. */
export function readSheet(file: string, text: string): Sheet {
  const bare = text.replaceAll(/\/\*[\s\S]*?\*\//g, (comment) => comment.replaceAll(/[^\n]/g, ' '));
  const lineOf = (index: number): number => bare.slice(0, index).split('\n').length;
  return {
    file,
    rules: parseRules(file, text),
    sets: new Set([...bare.matchAll(SETS)].map((found) => found[1] ?? '')),
    reads: [...bare.matchAll(READS)].map((found) => ({
      name: found[1] ?? '',
      line: lineOf(found.index),
      hasFallback: found[2] === ',',
    })),
    colours: [...bare.matchAll(COLOURS)].map((found) => ({ text: found[0], line: lineOf(found.index) })),
  };
}

function parseRules(file: string, text: string): SheetRule[] {
  const rules: SheetRule[] = [];
  transform({
    filename: file,
    code: Buffer.from(text),
    // So that :global() is read as such in every sheet.
    cssModules: true,
    visitor: {
      StyleSheet: (sheet) => {
        for (const rule of sheet.rules) collect(rule, '', rules);
      },
    },
  });
  return rules;
}

function collect(rule: Rule, layer: string, into: SheetRule[]): void {
  if (rule.type === 'style') {
    const { selectors, declarations, loc } = rule.value;
    const found = { classes: [] as string[], foreign: [] as string[], elements: [] as string[] };
    for (const selector of selectors) readSelector(selector, found);
    into.push({
      line: loc.line + 1,
      layer,
      ...found,
      subjects: selectors.flatMap(subjectsOf),
      declarations: [...(declarations?.declarations ?? []), ...(declarations?.importantDeclarations ?? [])].map(
        readDeclaration,
      ),
    });
  }
  if (rule.type === 'layer-block') {
    const name = rule.value.name?.join('.') ?? '';
    for (const inner of rule.value.rules) collect(inner, name, into);
  } else if (hasRules(rule)) for (const inner of rule.value.rules) collect(inner, layer, into);
}

type WithRules = Rule & { value: { rules: Rule[] } };
const hasRules = (rule: Rule): rule is WithRules =>
  'value' in rule &&
  typeof rule.value === 'object' &&
  rule.value !== null &&
  'rules' in rule.value &&
  Array.isArray(rule.value.rules);

type Found = Record<'classes' | 'foreign' | 'elements', string[]>;

function readSelector(selector: readonly SelectorComponent[], found: Found, isForeign = false): void {
  for (const part of selector) {
    if (part.type === 'class') (isForeign ? found.foreign : found.classes).push(part.name);
    if (part.type === 'type') found.elements.push(part.name);
    for (const { selector: inner, isGlobal } of innerSelectors(part)) readSelector(inner, found, isForeign || isGlobal);
  }
}

function innerSelectors(part: SelectorComponent): { selector: readonly SelectorComponent[]; isGlobal: boolean }[] {
  if (part.type !== 'pseudo-class' && part.type !== 'pseudo-element') return [];
  const isGlobal = 'kind' in part && part.kind === 'global';
  const one = 'selector' in part && Array.isArray(part.selector) ? [part.selector] : [];
  const many = 'selectors' in part && Array.isArray(part.selectors) ? part.selectors : [];
  return [...one, ...many].map((selector) => ({ selector: selector as SelectorComponent[], isGlobal }));
}

/** In `.row:hover > .name:is(.on)` these are name and on. */
function subjectsOf(selector: readonly SelectorComponent[]): string[] {
  const last = selector.findLastIndex((part) => part.type === 'combinator');
  return selector.slice(last + 1).flatMap((part) => {
    if (part.type === 'class') return [part.name];
    const narrows = part.type === 'pseudo-class' && (part.kind === 'is' || part.kind === 'where');
    return narrows ? innerSelectors(part).flatMap((inner) => subjectsOf(inner.selector)) : [];
  });
}

function readDeclaration(declaration: Declaration): { property: string; hides: boolean } {
  const { property, value } = declaration as { property: string; value: unknown };
  const hides = property === 'display' && JSON.stringify(value).includes('"none"');
  if (property === 'unparsed') {
    const { propertyId } = value as { propertyId: { property: string } };
    return { property: propertyId.property, hides };
  }
  return { property: property === 'custom' ? (value as { name: string }).name : property, hides };
}
