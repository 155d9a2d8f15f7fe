import type { Component } from './read-component.ts';
import type { Sheet } from './read-sheet.ts';

const TOKENS = 'src/web/styles/tokens.css';

/** Custom properties that are read and set by nobody, and tokens that nobody reads. */
export function judgeProperties(sheets: ReadonlyMap<string, Sheet>, components: readonly Component[]): string[] {
  const tokens = sheets.get(TOKENS)?.sets ?? new Set<string>();
  const inCode = new Set(components.flatMap(({ properties }) => [...properties]));
  const read = new Set([...sheets.values()].flatMap(({ reads }) => reads.map(({ name }) => name)));
  const set = new Set([...sheets.values()].flatMap(({ sets }) => [...sets]));
  const unset = [...sheets.values()].flatMap(({ file, sets, reads }) =>
    reads
      .filter(({ name }) => !tokens.has(name) && !sets.has(name) && !inCode.has(name))
      // With a fallback, whatever it lies on may set it.
      .filter(({ name, hasFallback }) => !(hasFallback && set.has(name)))
      .map(({ name, line }) => `${file}:${line}  reads ${name}, which nobody sets`),
  );
  const idle = [...tokens].filter((name) => !read.has(name) && !inCode.has(name));
  return [...unset, ...idle.map((name) => `${TOKENS}:1  has ${name}, which nobody reads`)];
}
