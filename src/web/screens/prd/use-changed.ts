import { useMemo } from 'react';
import type { Prd } from '#contract/prd.ts';
import { changedLines, usePrdVersion, useVersionBefore } from '#web/features/prd/index.ts';
import type { PrdDocument } from './use-document.ts';

const NONE: ReadonlySet<number> = new Set();

/** Changed lines: unsaved text against the stored version, stored text against the kept version before. */
export function useChanged(projectId: string, prd: Prd | undefined, doc: PrdDocument, lines: readonly string[]) {
  const compared = prd && prd.version > 1 && !doc.isUnsaved ? prd.version : undefined;
  const earlier = useVersionBefore(projectId, compared);
  const before = usePrdVersion(projectId, earlier).data?.content;
  const base = doc.isUnsaved ? prd?.content : before;
  return useMemo(() => (base === undefined ? NONE : changedLines(base, lines)), [base, lines]);
}
