import type { EventActor } from '#contract/fields.ts';
import type { KeptRole, PrdRole, RoleReason } from '#contract/requirement.ts';
import { clearPointers } from './clear-pointers.ts';
import { textKey } from './compare-text.ts';
import { type Doc, type Node, type Section, pathOf, walkNodes } from './document.ts';
import { type Judge, createJudge, readWhole } from './judge-blocks.ts';
import { isInsideName } from './judge-structure.ts';
import { isStory, isStrict } from './judge-words.ts';
import { nameHeading } from './name-heading.ts';

type SetRoles = ReadonlyMap<string, { role: PrdRole; by: EventActor }>;

export const sectionKey = (section: Section) => textKey(pathOf(section).join('\n'));
export const rowKey = (cells: readonly string[]) => textKey(cells.join('\n'));
export const nodeKey = ({ text, start, end, table }: Node) =>
  textKey(
    table === null
      ? text || `${start}-${end}`
      : [table.head, ...table.rows.map(({ cells }) => cells)].flat().join('\n'),
  );

/** Roles set on sections apply to everything in them; they are applied before anything is judged. */
export function setSectionRoles(doc: Doc, roles: readonly KeptRole[]): void {
  const kept = mapOf(roles, 'section');
  if (kept.size === 0) return;
  for (const section of doc.sections) section.setRole = kept.get(sectionKey(section)) ?? null;
}

const mapOf = (roles: readonly KeptRole[], scope: KeptRole['scope']): SetRoles =>
  new Map(roles.filter((each) => each.scope === scope).map(({ key, role, set_by }) => [key, { role, by: set_by }]));

/** Gives every block its role: what somebody set, else its own sign, else what its section says. */
export function giveRoles(doc: Doc, roles: readonly KeptRole[]): void {
  const kept = mapOf(roles, 'block');
  const whole = readWhole(doc);
  for (const section of doc.sections) {
    const judge = createJudge(section, whole);
    for (const node of section.nodes) give(node, judge, kept, null);
    if (section.role === 'work') {
      clearNamedGroups(section.nodes);
      limitGroups(section.nodes);
    }
    if (section.role === null || section.role === 'unsure' || section.name === 'mixed') nameGroups(section.nodes);
    if (section.role === 'unsure' && section.nodes.every(({ kind, role }) => kind === 'label' || role !== 'unsure'))
      section.role = null;
    followLabels(section.nodes);
  }
  clearPointers(doc.sections);
}

function give(node: Node, judge: Judge, kept: SetRoles, above: Node | null): void {
  const set = kept.size === 0 ? undefined : kept.get(nodeKey(node));
  const [role, reason] = set === undefined ? inheritOr(node, judge, above) : [set.role, 'set' as const];
  node.role = role;
  node.reason = reason;
  node.setBy = set?.by ?? (above?.reason === 'set' && reason === 'set' ? above.setBy : null);
  if (kept.size > 0) for (const row of node.table?.rows ?? []) row.set = kept.get(rowKey(row.cells)) ?? null;
  for (const child of node.children) give(child, judge, kept, node);
}

/** Nested items are as the one above them, unless a sign of their own says otherwise. */
function inheritOr(node: Node, judge: Judge, above: Node | null): [PrdRole, RoleReason] {
  const own = judge(node);
  if (above === null || node.kind === 'code') return own;
  if (node.checked !== null || own[1] === 'done_mark') return own;
  return node.kind === 'paragraph' && above.role === 'work' ? ['work', above.reason] : [above.role, above.reason];
}

/** A label or lead-in is what follows it. */
function followLabels(nodes: readonly Node[]): void {
  for (const [i, node] of nodes.entries()) {
    if (node.kind !== 'label' || node.setBy !== null) continue;
    const group = nodes.slice(i + 1, nextLabel(nodes, i));
    const first =
      group.find(({ kind }) => kind === 'item' || kind === 'table') ??
      group.find(({ role }) => role === 'work') ??
      group[0];
    if (first === undefined) {
      // Nothing stands under it: a name of nothing, unless it asks by itself.
      if (node.reason !== 'set' && !isStory(node.text) && !isStrict(node.text) && node.id === null)
        [node.role, node.reason] = ['context', 'material'];
      continue;
    }
    node.role = first.role;
    node.reason = first.reason;
  }
}

/** "**Example:**" inside a section of work: what stands under it is none, but for what says so itself. */
function clearNamedGroups(nodes: readonly Node[]): void {
  for (const [i, node] of nodes.entries()) {
    if (node.kind !== 'label' || !isInsideName(node.label ?? node.text)) continue;
    for (const each of nodes.slice(i + 1, nextLabel(nodes, i)))
      if (
        each.role === 'work' &&
        each.setBy === null &&
        (each.reason === 'section_work' || each.reason === 'unit' || each.reason === 'facet')
      ) {
        for (const inner of walkNodes([each]))
          if (inner.role === 'work') [inner.role, inner.reason] = ['context', 'context_name'];
      }
  }
}

const LEAD_IN_MAX = 160;
/** What the version as a whole leaves out. "The desk must not:" is a check: there something has to be refused. */
const LEFT_OUT =
  /(?<!\p{L})(?:scope|mvp|v1|release|version|phase|iteration)(?!\p{L}).{0,40}(?:(?:does|do|will|is|are|need)(?: not|n['’]t)|cannot)(?: yet| currently)? (?:require|support|include|cover|need|contain|provide|offer)|(?<!\p{L})(?:umfang|phase|version|mvp)(?!\p{L}).{0,40}(?:enthält|umfasst|unterstützt) (?:noch )?(?:nicht|keine)|(?:version|périmètre|mvp)(?!\p{L}).{0,40}n['’](?:inclut|exige) pas|(?:alcance|versión|mvp)(?!\p{L}).{0,40}no (?:incluye|requiere|cubre)|(?:escopo|versão|mvp)(?!\p{L}).{0,40}não (?:inclui|exige|cobre)/iu;

/** "The current scope does not yet require:" takes what it leads in out of the work. */
function limitGroups(nodes: readonly Node[]): void {
  for (const [i, node] of nodes.entries()) {
    if (node.kind !== 'label' || !LEFT_OUT.test(node.text.slice(0, LEAD_IN_MAX))) continue;
    for (const inner of walkNodes(nodes.slice(i + 1, nextLabel(nodes, i))))
      if (inner.role === 'work' && inner.setBy === null && inner.checked === null)
        [inner.role, inner.reason] = ['limit', 'limit_name'];
  }
}

/** Where the heading holds several roles or none, a label that names one gives it to what stands under it. */
function nameGroups(nodes: readonly Node[]): void {
  for (const [i, node] of nodes.entries()) {
    const name = node.kind === 'label' ? nameHeading(node.label ?? node.text) : null;
    if (name !== 'context' && name !== 'limit') continue;
    for (const inner of walkNodes(nodes.slice(i + 1, nextLabel(nodes, i))))
      if (inner.setBy === null && inner.checked === null && inner.reason !== 'story' && inner.reason !== 'id')
        [inner.role, inner.reason] = [name, name === 'limit' ? 'limit_name' : 'context_name'];
  }
}

function nextLabel(nodes: readonly Node[], from: number): number {
  for (let at = from + 1; at < nodes.length; at += 1) if (nodes[at]?.kind === 'label') return at;
  return nodes.length;
}
