import { parseSync, Visitor } from 'oxc-parser';
import type { Expression, Node } from 'oxc-parser';

export interface FoundImport {
  /** The specifier; undefined when it is computed. */
  readonly specifier: string | undefined;
  readonly line: number;
  /** `import type`, which is erased. */
  readonly isType: boolean;
}

export interface ModuleReading {
  readonly imports: readonly FoundImport[];
  /** Lines that read the process environment. */
  readonly environmentLines: readonly number[];
}

/** All imports of a module in any form, and all reads of the environment. */
export function readImports(file: string, source: string): ModuleReading {
  const parsed = parseSync(file, source);
  const broken = parsed.errors[0];
  if (broken) throw new Error(`${file} does not parse: ${broken.message}`);

  const imports: FoundImport[] = [];
  const environmentLines: number[] = [];
  const lineOf = lineFinder(source);
  const add = (specifier: string | undefined, at: Node, isType = false): void => {
    imports.push({ specifier, line: lineOf(at.start), isType });
  };

  new Visitor({
    ImportDeclaration(node) {
      add(node.source.value, node, node.importKind === 'type');
      if (/^(node:)?process$/.test(node.source.value) && node.specifiers.some(isEnvironmentSpecifier)) {
        environmentLines.push(lineOf(node.start));
      }
    },
    ExportAllDeclaration(node) {
      add(node.source.value, node);
    },
    ExportNamedDeclaration(node) {
      if (node.source) add(node.source.value, node);
    },
    ImportExpression(node) {
      add(literalText(node.source), node);
    },
    TSImportType(node) {
      add(node.source.value, node);
    },
    CallExpression(node) {
      if (node.callee.type !== 'Identifier' || node.callee.name !== 'require') return;
      const [first] = node.arguments;
      if (first && first.type !== 'SpreadElement') add(literalText(first), node);
    },
    MemberExpression(node) {
      if (!isProcess(node.object)) return;
      const property = node.computed ? literalText(node.property) : nameOf(node.property);
      if (property === 'env') environmentLines.push(lineOf(node.start));
    },
    VariableDeclarator(node) {
      if (node.id.type !== 'ObjectPattern' || !node.init || !isProcess(node.init)) return;
      const takesEnvironment = node.id.properties.some(
        (property) => property.type === 'Property' && nameOf(property.key) === 'env',
      );
      if (takesEnvironment) environmentLines.push(lineOf(node.start));
    },
  }).visit(parsed.program);

  return { imports, environmentLines };
}

function isEnvironmentSpecifier(specifier: Node): boolean {
  return specifier.type === 'ImportSpecifier' && nameOf(specifier.imported) === 'env';
}

function isProcess(node: Node): boolean {
  if (node.type === 'Identifier') return node.name === 'process';
  return node.type === 'MemberExpression' && isGlobalThis(node.object) && nameOf(node.property) === 'process';
}

function isGlobalThis(node: Node): boolean {
  return node.type === 'Identifier' && node.name === 'globalThis';
}

function nameOf(node: Node): string | undefined {
  return node.type === 'Identifier' ? node.name : undefined;
}

/** A template literal still names the library as long as only its tail is computed. */
function literalText(node: Expression | Node): string | undefined {
  if (node.type === 'Literal' && typeof node.value === 'string') return node.value;
  if (node.type !== 'TemplateLiteral') return undefined;
  const head = node.quasis[0]?.value.cooked ?? '';
  if (node.expressions.length === 0) return head;
  return /^(@[^/]+\/|[a-z][^/]*\/)/.test(head) ? head : undefined;
}

function lineFinder(source: string): (offset: number) => number {
  const starts = [0];
  for (let at = source.indexOf('\n'); at !== -1; at = source.indexOf('\n', at + 1)) starts.push(at + 1);
  return (offset) => {
    let line = starts.length;
    while (line > 1 && (starts[line - 1] ?? 0) > offset) line -= 1;
    return line;
  };
}
