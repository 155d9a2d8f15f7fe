import { unixLines } from './import-text.ts';
import { readYamlFields, type FieldValue } from './read-yaml-fields.ts';

export interface FrontMatter {
  fields: ReadonlyMap<string, FieldValue>;
  /** What a person should know about the head, such as a line that is not YAML. */
  remarks: readonly string[];
  body: string;
}

/** A head is a handful of fields; a longer one is something else, and is not parsed. */
export const HEAD_MAX = 64 * 1024;

/** The YAML head of a Markdown file, between two lines of dashes. Undefined where the text has no such head. */
export function readFrontMatter(text: string): FrontMatter | undefined {
  const lines = unixLines(text).split('\n');
  if (lines[0]?.trimEnd() !== '---') return undefined;
  const end = lines.findIndex((line, index) => index > 0 && line.trimEnd() === '---');
  if (end === -1) return undefined;
  const head = lines.slice(1, end).join('\n');
  if (head.length > HEAD_MAX) return undefined;
  return { ...readYamlFields(head, 2), body: lines.slice(end + 1).join('\n') };
}
