import type { PlanDraft } from '#contract/plan-draft.ts';
import type { KeptRole, Reading, Requirement } from '#contract/requirement.ts';
import { normaliseText } from '../reading/compare-text.ts';
import { readPrd } from '../reading/read-prd.ts';
import { draftPieces } from './draft-pieces.ts';
import { fitLimit } from './fit-limit.ts';
import { isOnlyOutline, OUTLINE_NOTICE } from './judge-trust.ts';
import { linkPieces } from './link-tasks.ts';
import { makeLists } from './make-lists.ts';
import { addSetUp } from './add-set-up.ts';
import { findLimits, writeBrief } from './write-brief.ts';
import { Keys, listName, writeTask } from './write-tasks.ts';

export interface OfflineWishes {
  previous: readonly Requirement[];
  roles: readonly KeptRole[];
  maxTasks: number;
}

/** Reads a PRD and drafts its plan: no key, no network, deterministic. */
export function planOffline(
  content: string,
  { previous, roles, maxTasks }: OfflineWishes,
): { reading: Reading; draft: PlanDraft } {
  const { doc, checks, reading } = readPrd(content, { previous, roles });
  const { pieces, spine } = draftPieces(doc, checks);
  if (pieces.length === 0) return { reading, draft: { lists: [], tasks: [], is_outline: true, notices: [NOTHING] } };
  const { lists, merged } = fitLimit(addSetUp(doc, makeLists(doc, pieces)), maxTasks);
  const keys = new Keys();
  const named = lists.map((list) => ({
    ...list,
    key: keys.take('l', normaliseText(list.name) || list.name),
    name: listName(list),
  }));
  const ordered = named.flatMap(({ pieces: own }) => own);
  const tasks = named.flatMap((list) => list.pieces.map((piece) => writeTask(doc, piece, list, keys)));
  for (const [from, to] of linkPieces(doc, ordered)) {
    const task = tasks[from];
    if (task !== undefined) task.depends_on = to.flatMap((place) => tasks[place]?.key ?? []);
  }
  const limits = findLimits(doc);
  const is_outline = isOnlyOutline(reading, checks, { spine, pieces });
  return {
    reading,
    draft: {
      lists: named.map((list) => ({
        key: list.key,
        parent: null,
        name: list.name,
        brief: writeBrief(limits, list, reading.summary),
      })),
      tasks,
      is_outline,
      notices: [...(is_outline ? [OUTLINE_NOTICE] : []), ...(merged === 0 ? [] : [sayMerged(merged, maxTasks)])],
    },
  };
}

const NOTHING =
  'Nothing to build was found in this text. Decide the unsure lines, or say what the product must do, one point per line.';

const sayMerged = (merged: number, maxTasks: number): string =>
  `A project holds at most ${maxTasks} tasks: ${merged} smaller ${merged === 1 ? 'one was' : 'ones were'} merged into the tasks before them. No line was left out.`;
