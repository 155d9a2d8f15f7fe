import type { Section } from '../reading/document.ts';
import type { Check } from '../reading/find-checks.ts';
import { bucketOf } from './choose-bucket.ts';
import { cutTitle } from './cut-title.ts';
import type { Piece } from './outline.ts';

/** What a task is called by that no heading names. The text of a joined check stands nowhere as it is; its first line does. */
export function firstWords([first]: readonly Check[]): string {
  if (first === undefined) return '';
  const { label, name, kind, text, nodes } = first;
  return cutTitle(label ?? name ?? (kind === 'group' ? (nodes[0]?.text ?? text) : text));
}

export function makePiece(section: Section, title: string, checks: readonly Check[]): Piece {
  const priority = checks.reduce((least, check) => Math.min(least, check.priority ?? least), Number.POSITIVE_INFINITY);
  return {
    title: title === '' ? firstWords(checks) : title,
    section,
    checks: checks.map((check) => ({ check, also: [] })),
    bucket: bucketOf(section, checks),
    priority: priority === Number.POSITIVE_INFINITY ? null : priority,
    stage: null,
    done: checks.every(({ done }) => done),
    later: checks.length > 0 && checks.every(({ later, done }) => later && !done),
    isEnabler: false,
  };
}
