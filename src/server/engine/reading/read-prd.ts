import type { KeptRole, Reading, Requirement } from '#contract/requirement.ts';
import { assignIds } from './assign-ids.ts';
import { buildDocument } from './build-document.ts';
import { type Doc, pathOf } from './document.ts';
import { type Check, findChecks } from './find-checks.ts';
import { findUnits } from './find-units.ts';
import { giveRoles, setSectionRoles } from './give-roles.ts';
import { judgeSections } from './judge-sections.ts';
import { presentReading } from './present-reading.ts';

interface ReadDocument {
  doc: Doc;
  checks: Check[];
  reading: Reading;
}

/** Reads a PRD: a role for every line, and its requirements with stable ids. Total: any text gives a result. */
export function readPrd(
  content: string,
  { previous, roles }: { previous: readonly Requirement[]; roles: readonly KeptRole[] },
): ReadDocument {
  const doc = buildDocument(content);
  setSectionRoles(doc, roles);
  findUnits(doc.sections);
  judgeSections(doc);
  giveRoles(doc, roles);
  const checks = findChecks(doc);
  const requirements = assignIds(checks.map(unnamed), previous);
  for (const [i, { id }] of requirements.entries()) {
    const check = checks[i];
    if (check !== undefined) check.id = id;
  }
  return { doc, checks, reading: presentReading(doc, checks, requirements) };
}

const unnamed = ({ text, kind, section, start, end, authorId, done }: Check): Omit<Requirement, 'id'> => ({
  text,
  kind,
  heading_path: pathOf(section),
  start_line: start,
  end_line: end,
  ...(authorId !== null && { author_id: authorId }),
  ...(done && { done: true }),
});
