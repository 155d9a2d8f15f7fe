import type { PrdBlock } from '#contract/requirement.ts';
import type { PlanOp } from '#contract/tools.ts';
import { requireFields } from '#server/plan/index.ts';
import { AppError } from '#server/platform/error.ts';
import {
  type Range,
  type RoleChange,
  findSection,
  findTouched,
  isWithin,
  sayRange,
  splitLines,
} from '#server/prd/index.ts';
import { idsNamed, naming, nothingAsked, rangesOf } from './name-requirements.ts';
import type { PrdView } from './read-view.ts';

/** Ops on the PRD itself. */
export const PRD_OPS: ReadonlySet<PlanOp['op']> = new Set(['role', 'requirement_add', 'requirement_reject']);

/** The role changes of a call's ops, in order. They apply before its other ops. */
export function findRoleChanges(view: PrdView, ops: readonly PlanOp[]): RoleChange[] {
  return ops.flatMap((op, place) =>
    PRD_OPS.has(op.op)
      ? naming(place, op, () => {
          requireFields(op);
          return changesOf(view, op);
        })
      : [],
  );
}

function changesOf(view: PrdView, op: PlanOp): RoleChange[] {
  const ranges = op.lines === undefined ? [] : rangesOf(view, op.lines);
  switch (op.op) {
    case 'role': {
      const { role = null, section } = op;
      const touched = ranges.flatMap((range) => touchedBy(view, range));
      const whole = section === undefined ? undefined : findSection(view.reading.sections, section, 'section');
      return [
        ...touched.map((each) => ({ ...each, role })),
        ...(whole === undefined
          ? []
          : [{ key: whole.key, scope: 'section' as const, role, excerpt: whole.heading.slice(0, 200) }]),
      ];
    }
    case 'requirement_add': {
      const found = view.reading.blocks.filter((block) => isWithin(ranges, block));
      const texts = found.filter(({ kind }) => kind !== 'heading');
      const meant = texts.length === 0 ? found : texts;
      if (meant.length === 0) throw nothingOn(op.lines ?? '');
      return meant
        .filter(({ requirement_ids }) => requirement_ids.length === 0)
        .map((block) => setTo(view, block, 'work'));
    }
    default:
      return rejectedBy(view, op, ranges).map((block) => setTo(view, block, 'context'));
  }
}

/** The blocks of the rejected requirements. */
function rejectedBy(view: PrdView, op: PlanOp, ranges: readonly Range[]): PrdBlock[] {
  const ids = new Set((op.requirements ?? []).flatMap((name) => idsNamed(view.requirements, new Map(), name)));
  const found = view.reading.blocks.filter(
    (block) =>
      block.requirement_ids.length > 0 && (block.requirement_ids.some((id) => ids.has(id)) || isWithin(ranges, block)),
  );
  if (found.length === 0) throw nothingAsked(view.requirements, ranges);
  // A heading's requirements are those below it, so it keeps its role.
  const texts = found.filter(({ kind }) => kind !== 'heading');
  return texts.length === 0 ? found : texts;
}

const setTo = (view: PrdView, { key, start_line }: PrdBlock, role: RoleChange['role']): RoleChange => ({
  key,
  scope: 'block',
  role,
  excerpt: (splitLines(view.content)[start_line - 1] ?? '').trim().slice(0, 200).toWellFormed(),
});

function touchedBy(view: PrdView, range: Range): Omit<RoleChange, 'role'>[] {
  const touched = findTouched(view.content, view.reading, { ...range, scope: 'block' });
  if (touched.length === 0) throw nothingOn(sayRange(range.start, range.end));
  return touched;
}

const nothingOn = (lines: string) =>
  new AppError('VALIDATION_ERROR', `Lines ${lines} of the PRD hold no text.`, {
    issues: [{ path: 'lines', message: 'hold no text' }],
  });
