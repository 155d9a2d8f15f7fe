import { useMemo } from 'react';
import type { Prd } from '#contract/prd.ts';
import { changedLines, usePrdVersion } from '#web/features/prd/index.ts';
import type { PrdDocument } from './use-document.ts';

const NONE: ReadonlySet<number> = new Set();

/** Changed lines: unsaved text against the stored version, stored text against the version before. */
export function useChanged(projectId: string, prd: Prd | undefined, doc: PrdDocument, lines: readonly string[]) {
  const earlier = prd && prd.version > 1 && !doc.isUnsaved ? prd.version - 1 : undefined;
  const before = usePrdVersion(projectId, earlier).data?.content;
  const base = doc.isUnsaved ? prd?.content : before;
  return useMemo(() => (base === undefined ? NONE : changedLines(base, lines)), [base, lines]);
}
