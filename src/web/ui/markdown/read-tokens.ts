import bash from 'highlight.js/lib/languages/bash';
import css from 'highlight.js/lib/languages/css';
import diff from 'highlight.js/lib/languages/diff';
import go from 'highlight.js/lib/languages/go';
import javascript from 'highlight.js/lib/languages/javascript';
import json from 'highlight.js/lib/languages/json';
import lua from 'highlight.js/lib/languages/lua';
import markdown from 'highlight.js/lib/languages/markdown';
import python from 'highlight.js/lib/languages/python';
import rust from 'highlight.js/lib/languages/rust';
import sql from 'highlight.js/lib/languages/sql';
import typescript from 'highlight.js/lib/languages/typescript';
import xml from 'highlight.js/lib/languages/xml';
import yaml from 'highlight.js/lib/languages/yaml';
import { createLowlight } from 'lowlight';

const lowlight = createLowlight({
  bash,
  css,
  diff,
  go,
  javascript,
  json,
  lua,
  markdown,
  python,
  rust,
  sql,
  typescript,
  xml,
  yaml,
});
lowlight.registerAlias({ bash: ['shell', 'console'] });

/** Longer code is not highlighted, because it would block the main thread. */
const LONGEST = 20_000;
/** Nor is code with very long lines or runs of white space, on which the patterns backtrack. */
const LONG_STRETCH = /[^\n]{301}|\s{301}/;
const DEEPEST = 100;

/** The few colours of code: keywords, strings, comments, values, deletions. */
const COLOUR: Record<string, string> = {
  keyword: 'keyword',
  built_in: 'keyword',
  'selector-tag': 'keyword',
  name: 'keyword',
  section: 'keyword',
  string: 'string',
  regexp: 'string',
  addition: 'string',
  'template-tag': 'string',
  comment: 'comment',
  quote: 'comment',
  meta: 'comment',
  doctag: 'comment',
  number: 'value',
  literal: 'value',
  attr: 'value',
  attribute: 'value',
  property: 'value',
  variable: 'value',
  symbol: 'value',
  type: 'value',
  link: 'value',
  deletion: 'removed',
};

type Node = ReturnType<typeof lowlight.highlight>['children'][number];

/** A coloured stretch of code. */
export interface CodeToken {
  colour: string;
  inside: (string | CodeToken)[];
}

/** The code in tokens if its language is known, else as it is. */
export function readTokens(code: string, language: string): (string | CodeToken)[] {
  if (code.length > LONGEST || LONG_STRETCH.test(code) || !lowlight.registered(language)) return [code];
  try {
    return lowlight.highlight(language, code).children.flatMap((node) => read(node));
  } catch {
    // Nested too deeply: the plain code is shown.
    return [code];
  }
}

function read(node: Node, depth = 1): (string | CodeToken)[] {
  if (depth > DEEPEST) throw new RangeError('Code nested too deep to colour');
  if (node.type === 'text') return [node.value];
  if (node.type !== 'element') return [];
  const names = node.properties['className'];
  const name = Array.isArray(names) ? String(names[0]).replace('hljs-', '') : '';
  const inside = node.children.flatMap((child) => read(child, depth + 1));
  const colour = COLOUR[name];
  return colour === undefined ? inside : [{ colour, inside }];
}
