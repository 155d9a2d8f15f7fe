import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describeLines, type SourceLine } from './describe-lines.ts';
import { type Labels, readLabels } from './read-labels.ts';

export interface ScoredDocument {
  name: string;
  content: string;
  lines: readonly SourceLine[];
  /** null for an unlabelled document. */
  labels: Labels | null;
}

export const CORPUS = join(import.meta.dirname, '../../../fixtures/prds');

export function readFolder(folder: string): ScoredDocument[] {
  const files = readdirSync(folder).filter((file) => file.endsWith('.md') && file !== 'README.md');
  return files.toSorted().map((file) => {
    const name = file.slice(0, -'.md'.length);
    const content = readFileSync(join(folder, file), 'utf8');
    const lines = describeLines(content);
    const beside = join(folder, `${name}.labels.json`);
    const isBlank = (line: number) => lines[line - 1]?.kind === 'blank';
    const labels = existsSync(beside) ? readLabels(JSON.parse(readFileSync(beside, 'utf8')), isBlank) : null;
    return { name, content, lines, labels };
  });
}
