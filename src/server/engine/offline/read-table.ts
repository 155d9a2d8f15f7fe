import type { TableBlock, TableRow } from './block.ts';
import { isStory, strengthOfLabel } from './judge-text.ts';
import { readIdCell } from './read-explicit-id.ts';
import { readInline } from './read-inline.ts';
import { type Mode, type Reading, keep } from './reading.ts';
import { squeeze } from './split-sentences.ts';

type Column = 'id' | 'text' | 'priority' | 'criteria' | 'meta' | 'other';

const COLUMNS: readonly [Column, RegExp][] = [
  [
    'id',
    /^(?:#|id|ids|no\.?|nr\.?|ref\.?|key|number|n°|nº|lp\.?|番号|编号|req(?:uirement)? ?id|id req.*|kennung|numéro|número)$/iu,
  ],
  ['criteria', /accept|criteri|done when|verif|test|abnahme|akzeptanz|critère|aceptación|aceitação|受け?入れ|验收/iu],
  ['priority', /priorit|prio\.?$|moscow|must\/should|importance|severity|^p$|wichtigkeit|priorytet|優先|优先/iu],
  [
    'meta',
    /^(?:author|owner|status|date|version|reviewer|approver|assignee|effort|estimate|size|points|phase|release|sprint|source|link|links|ticket|notes?|comments?|remarks?|team|milestone|autor|datum|stand|auteur|statut|fecha|estado|responsable|data|stato|作成者|日付|備考|状态|作者|日期|备注)$/iu,
  ],
  [
    'text',
    /requirement|feature|description|story|stories|function|capability|behaviou?r|what|task|need|use case|user can|rule|expected|anforderung|beschreibung|funktion|exigence|fonctionnalité|besoin|requisito|descripci|descri[çz]|funcionalidad|funzionalit|eis$|vereiste|functie|wymagani|opis|funkcj|要件|要求|機能|内容|説明|需求|功能|描述/iu,
  ],
];
/** Tables that tell of the document, of words, of choices or of the shape of data, and ask for nothing row by row. */
const NO_ROWS = [
  /^(?:term|word|abbreviation|acronym|begriff|terme|término|termo|termine|begrip|pojęcie|用語|术语)s?$/iu,
  /^(?:risk|risiko|risque|riesgo|risco|rischio|assumption|option|alternative|competitor|persona|stakeholder|milestone|question|person|contributor|approver|reviewer|name|autor|author|version|date|datum|リスク|风险)s?$/iu,
  /^(?:field|column|attribute|property|parameter|param|spalte|feld|champ|campo|veld|kolom|pole|フィールド|项目|字段)( name)?s?$/iu,
];
const META_NAME =
  /^(?:author|owner|status|date|version|created|updated|last updated|reviewers?|approvers?|team|contact|product manager|pm|tech lead|designer|engineering lead|document owner|target release|release|epic|autor|datum|auteur|fecha|data|作成者|日付|作者|日期|版本)$/iu;

/** Reads the rows of a table as requirements, each column by what its head says it holds. */
export function readTable(table: TableBlock, reading: Reading, mode: Mode): void {
  const names = table.head.cells.map(cellText);
  const columns = names.map(columnOf);
  if (mode === 'work' && !hasRequirements(names, columns, table.rows)) return;
  for (const row of table.rows) readRow(row, names, columns, reading, mode);
}

const cellText = (raw: string) => squeeze(readInline(raw).text);
const columnOf = (name: string): Column => COLUMNS.find(([, pattern]) => pattern.test(name))?.[0] ?? 'other';

function hasRequirements(names: readonly string[], columns: readonly Column[], rows: readonly TableRow[]): boolean {
  const firsts = rows.map(({ cells }) => cellText(cells[0] ?? ''));
  const isMeta = firsts.filter((cell) => META_NAME.test(cell.replace(/:$/u, ''))).length * 2 > firsts.length;
  if (isMeta || columns.every((column) => column === 'meta' || column === 'id')) return false;
  if (columns.includes('text') && !NO_ROWS[0]?.test(names[0] ?? '') && !NO_ROWS[2]?.test(names[0] ?? '')) return true;
  return !NO_ROWS.some((pattern) => pattern.test(names[0] ?? ''));
}

function readRow(
  row: TableRow,
  names: readonly string[],
  columns: readonly Column[],
  reading: Reading,
  mode: Mode,
): void {
  const cells = names.map((name, i) => ({ name, column: columns[i] ?? 'other', text: cellText(row.cells[i] ?? '') }));
  const at = (column: Column) => cells.filter((cell) => cell.column === column && /[\p{L}\p{N}]/u.test(cell.text));
  const text = rowText(at('text'), at('other'));
  const priority = strengthOfLabel(at('priority')[0]?.text ?? '');
  const inner = mode === 'work' && priority === 'never' ? 'constraints' : mode;
  const draft = keep(
    reading,
    inner,
    { text, start: row.start, end: row.end },
    isStory(text) ? 'story' : 'row',
    reading.section.path,
  );
  if (draft === null) return;
  draft.explicit =
    at('id')
      .map((cell) => readIdCell(cell.text))
      .find((id) => id !== null) ?? draft.explicit;
  if (priority !== null && priority !== 'never') draft.strength = priority;
  for (const cell of at('criteria')) draft.criteria.push({ text: cell.text, start: row.start, end: row.end });
}

interface Cell {
  name: string;
  text: string;
}

/** What the row is about, then what it says of it; columns nobody knows are named. */
function rowText(told: readonly Cell[], others: readonly Cell[]): string {
  if (told.length === 0) {
    const [first, ...rest] = others;
    return [first?.text ?? '', rest.map(({ name, text }) => (name === '' ? text : `${name} ${text}`)).join(', ')]
      .filter((part) => part !== '')
      .join(': ');
  }
  const named = others.map(({ text }) => text);
  return [...(told.length === 1 ? named.slice(0, 1) : []), ...told.map(({ text }) => text)].join(': ');
}
