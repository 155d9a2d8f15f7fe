import path from 'node:path';
import { isForeign } from './judge-sheet.ts';
import type { Component } from './read-component.ts';
import type { Sheet } from './read-sheet.ts';

/** What a class may do to a component of ui: say where it stands and how large it is. */
const PLACES =
  /^(margin(-.*)?|grid-(area|row|column)(-start|-end)?|(align|justify|place)-self|order|flex(-grow|-shrink|-basis)?|(min-|max-)?(width|height|inline-size|block-size)|position|inset(-.*)?|top|right|bottom|left|z-index|visibility)$/;

/** What is wrong with how a file uses classes. */
export function judgeUse(component: Component, sheets: ReadonlyMap<string, Sheet>): string[] {
  const { file, modules, uses, computed, texts } = component;
  return [
    ...modules
      .filter(({ module }) => !mayImport(file, module))
      .map(({ module, line }) => `${file}:${line}  imports ${module}: a module belongs to its own folder`),
    ...uses
      .filter(({ module, name }) => !classesOf(sheets.get(module)).has(name))
      .map(({ module, name, line }) => `${file}:${line}  uses .${name}, which ${module} does not have`),
    ...computed.map((line) => `${file}:${line}  computes the name of a class: write it out`),
    ...texts
      .filter(({ name }) => !isForeign(name))
      .map(({ name, line }) => `${file}:${line}  names the class "${name}" as text: import it from a CSS Module`),
    ...judgeGiven(component, sheets),
  ];
}

/** Classes that no importing file uses. */
export function judgeUnused(sheets: ReadonlyMap<string, Sheet>, components: readonly Component[]): string[] {
  const used = new Set(components.flatMap(({ uses }) => uses.map(({ module, name }) => `${module} ${name}`)));
  return [...sheets.values()]
    .filter(({ file }) => file.endsWith('.module.css'))
    .flatMap(({ file, rules }) => {
      const names = new Map(rules.flatMap(({ classes, line }) => classes.map((name) => [name, line] as const)));
      return [...names]
        .filter(([name]) => !used.has(`${file} ${name}`))
        .map(([name, line]) => `${file}:${line}  has .${name}, which nobody uses`);
    });
}

function judgeGiven({ file, given }: Component, sheets: ReadonlyMap<string, Sheet>): string[] {
  if (file.startsWith('src/web/ui/')) return [];
  return given
    .filter(({ module }) => !module.startsWith('src/web/styles/'))
    .flatMap(({ module, name, line }) =>
      [...restyles(sheets.get(module), name)].map(
        (property) => `${file}:${line}  gives .${name} with ${property} to a component of ui: add a variant there`,
      ),
    );
}

function restyles(sheet: Sheet | undefined, name: string): Set<string> {
  const rules = sheet?.rules.filter(({ subjects }) => subjects.includes(name)) ?? [];
  const declarations = rules.flatMap((rule) => rule.declarations);
  return new Set(
    declarations.filter(({ property, hides }) => !hides && !PLACES.test(property)).map((each) => each.property),
  );
}

const classesOf = (sheet: Sheet | undefined): Set<string> => new Set(sheet?.rules.flatMap(({ classes }) => classes));

/** From its own folder, the one above or those below. */
function mayImport(file: string, module: string): boolean {
  const here = path.posix.dirname(file);
  const home = path.posix.dirname(module);
  if (home === 'src/web/styles') return true;
  return here === home || here === path.posix.dirname(home) || here.startsWith(`${home}/`);
}
