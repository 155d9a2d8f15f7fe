import { useMemo, useState } from 'react';
import { PRD_MAX_CHARACTERS } from '#contract/constants.ts';
import type { EventActor } from '#contract/fields.ts';
import type { Prd, RoleSetting } from '#contract/prd.ts';
import type { Reading } from '#contract/requirement.ts';
import { useTextReading } from '../queries.ts';
import { applyRoles } from './apply-roles.ts';
import type { ShownReading } from './shown-reading.ts';
import { sketchBlocks } from './sketch-blocks.ts';
import { splitLines } from './split-lines.ts';

interface Wishes {
  projectId: string;
  /** The stored PRD or the edited text. */
  text: string;
  prd: Prd | undefined;
  /** The built-in plan is needed even if the reading is known. */
  wantsDraft: boolean;
  /** Optimistic updates of roles that no response includes yet. */
  pending: readonly { settings: readonly RoleSetting[] }[];
  /** Roles are being sent: readings that arrive meanwhile may miss them and are not shown. */
  isSettling: boolean;
  by: EventActor;
}

type Read = Pick<Reading, 'blocks' | 'sections' | 'decisions' | 'counts'>;

/** The text with the roles known so far, and its built-in plan. */
export function useShownReading({ projectId, text, prd, wantsDraft, pending, isSettling, by }: Wishes) {
  const isStored = prd !== undefined && prd.content === text;
  const live = useTextReading(projectId, text, { enabled: !isStored || wantsDraft });
  const answer = live.data;
  const isAnswered = answer?.content === text;
  const read: Read | undefined = isStored ? prd : isAnswered ? answer.reading : undefined;

  const newest = useMemo(() => {
    if (read) return shown(text, read);
    const before = answer ? shown(answer.content, answer.reading) : prd && shown(prd.content, prd);
    return sketchBlocks(text, before);
  }, [text, read, answer, prd]);
  const base = useHeld(newest, text, isSettling);
  const reading = useMemo(
    () => pending.reduce((now, { settings }) => applyRoles(now, settings, by), base),
    [base, pending, by],
  );
  const isTooLong = read === undefined && text.length > PRD_MAX_CHARACTERS;
  const known = reading.counts ?? answer?.reading.counts ?? prd?.counts;
  return {
    reading,
    /** Of this text or, until it is read, of the last one that was (stale-while-revalidate). */
    counts: text.trim() === '' || isTooLong ? undefined : known,
    isReading: read === undefined && text.trim() !== '' && !isTooLong && !live.isError,
    /** Not sent to be read, so neither counts nor a draft will come. */
    isTooLong,
    draft: answer?.draft,
    isDraftReady: isAnswered && !live.isPlaceholderData,
    error: read === undefined || wantsDraft ? live.error : null,
    retry: () => void live.refetch(),
  };
}

/** Keeps the value while `isHeld` is set and the text is the same. */
function useHeld<T>(newest: T, text: string, isHeld: boolean): T {
  const [kept, keep] = useState({ value: newest, text });
  const value = isHeld && kept.text === text ? kept.value : newest;
  if (kept.value !== value || kept.text !== text) keep({ value, text });
  return value;
}

const shown = (text: string, { blocks, sections, decisions, counts }: Read): ShownReading => ({
  lines: splitLines(text),
  blocks,
  sections,
  decisions,
  counts,
});
