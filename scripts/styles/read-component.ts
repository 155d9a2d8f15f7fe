import path from 'node:path';
import { parseSync, Visitor } from 'oxc-parser';
import type { Node } from 'oxc-parser';

export interface ClassUse {
  /** Path of the module from the root. */
  readonly module: string;
  readonly name: string;
  readonly line: number;
}

export interface Component {
  readonly file: string;
  /** Modules it imports, by path from the root. */
  readonly modules: readonly { readonly module: string; readonly line: number }[];
  readonly uses: readonly ClassUse[];
  /** Lines that use a module in a way no reader of the text can follow. */
  readonly computed: readonly number[];
  /** Class names written as text. */
  readonly texts: readonly { readonly name: string; readonly line: number }[];
  /** Classes given to a component of src/web/ui. */
  readonly given: readonly ClassUse[];
  /** Custom properties named in it, be it to set or to read them. */
  readonly properties: ReadonlySet<string>;
}

/** What a component, or any other file of the web app, does with classes. */
export function readComponent(file: string, source: string): Component {
  const parsed = parseSync(file, source);
  const broken = parsed.errors[0];
  if (broken) throw new Error(`${file} does not parse: ${broken.message}`);
  const lineOf = (node: Node): number => source.slice(0, node.start).split('\n').length;

  const names = new Map<string, string>();
  const widgets = new Set<string>();
  const modules: { module: string; line: number }[] = [];
  const uses: ClassUse[] = [];
  const computed: number[] = [];
  const texts: { name: string; line: number }[] = [];
  const given: ClassUse[] = [];
  /** Identifiers that are accounted for: parents are visited before what is in them. */
  const followed = new Set<Node>();

  const useOf = (node: Node): ClassUse | undefined => {
    if (node.type !== 'MemberExpression' || node.object.type !== 'Identifier') return undefined;
    const module = names.get(node.object.name);
    if (module === undefined || node.computed || node.property.type !== 'Identifier') return undefined;
    return { module, name: node.property.name, line: lineOf(node) };
  };
  const addText = (value: string, node: Node): void => {
    for (const name of value.split(/\s+/)) if (name !== '') texts.push({ name, line: lineOf(node) });
  };
  const readTexts = (root: Node): void => {
    for (const node of valuesOf(root)) {
      if (node.type === 'Literal' && typeof node.value === 'string') addText(node.value, node);
      if (node.type === 'TemplateLiteral') addText(node.quasis.map(({ value }) => value.raw).join('…'), node);
    }
  };

  new Visitor({
    ImportDeclaration(node) {
      const target = resolveOwn(file, node.source.value);
      if (target?.endsWith('.module.css')) modules.push({ module: target, line: lineOf(node) });
      for (const specifier of node.specifiers) {
        followed.add(specifier.local);
        if (target?.endsWith('.module.css')) names.set(specifier.local.name, target);
        else if (target?.startsWith('src/web/ui/')) widgets.add(specifier.local.name);
      }
    },
    MemberExpression(node) {
      if (!node.computed) followed.add(node.property);
      if (node.object.type !== 'Identifier' || !names.has(node.object.name)) return;
      followed.add(node.object);
      const use = useOf(node);
      if (use) uses.push(use);
      else computed.push(lineOf(node));
    },
    Identifier(node) {
      if (names.has(node.name) && !followed.has(node)) computed.push(lineOf(node));
    },
    CallExpression(node) {
      if (node.callee.type === 'Identifier' && node.callee.name === 'cx') node.arguments.forEach(readTexts);
    },
    TSPropertySignature(node) {
      followed.add(node.key);
    },
    Property(node) {
      if (!node.computed) followed.add(node.key);
      if (node.key.type === 'Identifier' && /className$/i.test(node.key.name)) readTexts(node.value);
    },
    JSXOpeningElement(node) {
      const isWidget = node.name.type === 'JSXIdentifier' && widgets.has(node.name.name);
      for (const attribute of node.attributes) {
        if (attribute.type !== 'JSXAttribute' || attribute.name.type !== 'JSXIdentifier') continue;
        if (!/className$/i.test(attribute.name.name) || !attribute.value) continue;
        readTexts(attribute.value);
        if (!isWidget) continue;
        for (const inner of everyNode(attribute.value)) {
          const use = useOf(inner);
          if (use) given.push(use);
        }
      }
    },
  }).visit(parsed.program);

  const properties = new Set([...source.matchAll(/--[a-z][\w-]*/g)].map((found) => found[0]));
  return { file, modules, uses, computed, texts: unique(texts), given, properties };
}

function unique(texts: { name: string; line: number }[]) {
  return [...new Map(texts.map((each) => [`${each.line} ${each.name}`, each])).values()];
}

/** What an expression can come to: not what it is compared with, asked about or called with. */
function valuesOf(node: Node): Node[] {
  switch (node.type) {
    case 'JSXExpressionContainer':
      return node.expression.type === 'JSXEmptyExpression' ? [] : valuesOf(node.expression);
    case 'ConditionalExpression':
      return [...valuesOf(node.consequent), ...valuesOf(node.alternate)];
    case 'LogicalExpression':
      return node.operator === '&&' ? valuesOf(node.right) : [...valuesOf(node.left), ...valuesOf(node.right)];
    case 'CallExpression':
      return node.callee.type === 'Identifier' && node.callee.name === 'cx' ? node.arguments.flatMap(valuesOf) : [];
    case 'TSAsExpression':
    case 'TSSatisfiesExpression':
    case 'ParenthesizedExpression':
      return valuesOf(node.expression);
    default:
      return [node];
  }
}

function everyNode(root: Node): Node[] {
  const inner = Object.values(root).flatMap((value: unknown) =>
    Array.isArray(value) ? (value as unknown[]) : [value],
  );
  return [root, ...inner.filter(isNode).flatMap(everyNode)];
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string';
}

function resolveOwn(file: string, specifier: string): string | undefined {
  if (specifier.startsWith('#')) return `src/${specifier.slice(1)}`;
  return specifier.startsWith('.') ? path.posix.join(path.posix.dirname(file), specifier) : undefined;
}
