import type { PrdRole, Reading } from '#contract/requirement.ts';
import { counts } from './describe-lines.ts';
import type { ScoredDocument } from './read-folder.ts';

/** How often a line labelled one thing (first) was read as another (second). */
type Confusion = Record<PrdRole, Record<PrdRole, number>>;

export interface RoleScore {
  /** Lines with a label that were compared, and how many of them had a role that is right. */
  compared: number;
  right: number;
  /** Lines labelled work, and how many of them were read as work, or asked about, or as something just as right. */
  work: number;
  foundOrAsked: number;
  /** Lines read as work, and how many of them a person would not call work. */
  readAsWork: number;
  falseWork: number;
  confusion: Confusion;
  /** The misread lines, for analysis. */
  wrong: { line: number; label: PrdRole; read: PrdRole }[];
}

/** The role of each line: of the smallest block it is in. */
export function rolesByLine({ blocks }: Reading): Map<number, PrdRole> {
  const found = new Map<number, { role: PrdRole; size: number }>();
  for (const { start_line, end_line, role } of blocks) {
    const size = end_line - start_line;
    for (let line = start_line; line <= end_line; line += 1)
      if (size <= (found.get(line)?.size ?? Infinity)) found.set(line, { role, size });
  }
  return new Map([...found].map(([line, { role }]) => [line, role]));
}

/** Compares the role of every line with its label. null without labels. */
export function scoreRoles({ lines, labels }: ScoredDocument, read: ReadonlyMap<number, PrdRole>): RoleScore | null {
  if (labels === null) return null;
  const score: RoleScore = {
    compared: 0,
    right: 0,
    work: 0,
    foundOrAsked: 0,
    readAsWork: 0,
    falseWork: 0,
    confusion: emptyConfusion(),
    wrong: [],
  };
  for (const [at, line] of lines.entries()) {
    const allowed = labels.roles.get(at + 1);
    const role = read.get(at + 1);
    const label = allowed?.[0];
    if (!counts(line) || allowed === undefined || label === undefined || role === undefined) continue;
    const isRight = allowed.includes(role);
    score.compared += 1;
    score.confusion[label][isRight ? label : role] += 1;
    if (isRight) score.right += 1;
    else score.wrong.push({ line: at + 1, label, read: role });
    if (label === 'work') {
      score.work += 1;
      if (isRight || role === 'unsure') score.foundOrAsked += 1;
    }
    if (role === 'work') {
      score.readAsWork += 1;
      if (!isRight && label !== 'unsure') score.falseWork += 1;
    }
  }
  return score;
}

function emptyConfusion(): Confusion {
  const row = () => ({ work: 0, context: 0, limit: 0, done: 0, unsure: 0 });
  return { work: row(), context: row(), limit: row(), done: row(), unsure: row() };
}
