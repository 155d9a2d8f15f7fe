import { type HeadingRole, recogniseRole } from './recognise-role.ts';

const LABEL = /^([^:：.!?。]{1,60})[:：]\s*(.*)$/su;
const META = new RegExp(
  `^(?:author|owner|status|date|version|created|updated|last updated|reviewers?|approvers?|priority|effort|estimate|size|story points|points|assignee|due|target|team|contact|depends on|dependencies|blocked by|related|source|link|links|ref|see|tags?|labels?|component|epic|sprint|milestone|autor(?:in)?|datum|stand|status|priorität|aufwand|auteur|date|statut|priorité|fecha|prioridad|estado|prioridade|priorità|stato|prioriteit|priorytet|作成者|日付|優先度|ステータス|作者|日期|状态|优先级)$`,
  'iu',
);
const ASIDE =
  /^(?:notes?|n\.?b\.?|remarks?|comment|rationale|why|reason|background|context|examples?|e\.g\.?|for example|tip|hint|hinweis|anmerkung|beispiel|begründung|warum|remarque|exemple|pourquoi|nota|ejemplo|exemplo|esempio|voorbeeld|opmerking|uwaga|przykład|備考|例|注|补充|示例)$/iu;
const ITSELF =
  /^(?:description|summary|requirement|story|user story|feature|what|goal|title|beschreibung|anforderung|titel|exigence|descripción|descrição|descrizione|beschrijving|opis|説明|内容|描述)$/iu;

/** A word in front of a colon and what it says of the text behind it. */
export interface Label {
  name: string;
  rest: string;
  role: HeadingRole | null;
  /** `meta` describes the document or a requirement, `aside` explains one, `itself` announces one. */
  use: 'meta' | 'aside' | 'itself' | null;
}

/** Reads "Priority: P1", "Note: …", "Acceptance criteria: …"; null where a text has no label in front. */
export function readLabel(text: string): Label | null {
  const found = LABEL.exec(text);
  if (found === null) return null;
  const name = (found[1] ?? '').trim();
  const numbered = /^(?:AC|DoD|acceptance)[-_ #]?\d+(?:\.\d+)*$/iu.test(name);
  const role = numbered ? 'acceptance' : recogniseRole(name);
  return { name, rest: (found[2] ?? '').trim(), role: role === 'work' ? null : role, use: useOf(name) };
}

function useOf(name: string): Label['use'] {
  if (META.test(name)) return 'meta';
  if (ASIDE.test(name)) return 'aside';
  return ITSELF.test(name) ? 'itself' : null;
}
