import type { Node, TableReading } from './document.ts';
import { countWords } from './judge-words.ts';
import { readIdCell } from './read-author-id.ts';
import { hasPriorityColumns } from './read-columns.ts';

const has = (words: string) => new RegExp(`(?<!\\p{L})(?:${words})(?!\\p{L})`, 'iu');
const ID = /^(?:#|id|ids|no\.?|nr\.?|ref|req(?:uirement)? ?id|story id|编号|編號|序号|番号|번호|№|stt)$/iu;
const ASKED = has(
  `i want(?: to)?|requirements?|stor(?:y|ies)|features?|tasks?|functions?|functionality|capabilit(?:y|ies)|deliverables?|scope|use cases?|epics?|anforderung(?:en)?|funktion(?:en)?|aufgaben?|exigences?|fonctionnalités?|tâches?|requisitos?|requerimientos?|funcionalidad(?:e|es)?|funcionalidades|tareas?|tarefas?|requisiti|funzionalità|wymagani[ae]|funkcj[ae]|zadani[ae]|gereksinim(?:ler)?|özellik|görev|требовани[ея]|функци[яи]|задач[аи]|yêu cầu|tính năng|chức năng`,
);
const ASKED_CJK = /需求|功能|特性|任务|任務|要件|機能|요구사항|기능|작업/u;
const ACCEPTANCE = has(
  `acceptance(?: criteria| criterion)?|criteri(?:a|on|o|os)|done when|verification|how to verify|akzeptanz(?:kriterien)?|abnahme|critères?|critérios?|kryteria|kabul`,
);
const STATUS = has(`status|state|done|progress|stand|état|estado|stato|stan|durum|статус|trạng thái`);
const STATUS_CJK = /状态|狀態|状況|ステータス|상태/u;
const CONTEXT = has(
  `risks?|mitigations?|likelihood|probability|metrics?|kpis?|targets?|baseline|competitors?|personas?|decisions?|rationale|versions?|dates?|authors?|changes?|drafts?|reasons?|issue|terms?|definitions?|pain points?|goals?|questions?|assumptions?|alternatives?|pros|cons|weaknesse?s?|strengths?|thresholds?|checkpoints?|critical issues|gaps?|owners?|stakeholders?|risiken?|maßnahmen?|kennzahl|zielwert|begriff|entscheidung|risques?|métricas?|riesgos?|riscos?|decisão|decisión|versión|versão|consequência|marco|hedef|risk|риск|метрика|mục tiêu|rủi ro`,
);
const CONTEXT_CJK = /风险|風險|指标|指標|目标|目標|竞品|術語|术语|版本|日期|决策|画像|リスク|用語|위험|지표|경쟁|용어/u;
/** Columns of what is built: fields, calls, options, rights. */
const BUILT = has(
  `fields?|types?|endpoints?|methods?|paths?|routes?|columns?|tables?|entit(?:y|ies)|attributes?|options?|flags?|codes?|parameters?|params?|pins?|signals?|rights?|permissions?|events?|commands?|screens?|variables?|triggers?|propert(?:y|ies)|felder?|feldname|tabellen?|attribute|champs?|campos?|tabelas?|tablas?|pola?|kolumny?|alan|tablo|поле|таблица`,
);
const BUILT_CJK = /字段|接口|权限|權限|类型|表名|路径|参数|項目|テーブル|필드|권한|경로/u;
const TICK = /^(?:[✓✔✅✗✘❌×–—-]|yes|no|да|нет|是|否|○|●|x|r|w|rw|crud)$/iu;

/** A table that says what is to be there, whatever its section is called. */
export function isBuilt(table: Node['table']): boolean {
  if (table === null || table.rows.length === 0) return false;
  if (table.head.some((cell) => BUILT.test(cell) || BUILT_CJK.test(cell))) return true;
  const cells = table.rows.flatMap((row) => row.cells.slice(1)).filter((cell) => cell !== '');
  return cells.length > 0 && cells.filter((cell) => TICK.test(cell.trim())).length * 2 > cells.length;
}

export const PRIORITY = has(`priority|prio|priorität|priorité|prioridad|prioridade|priorytet|öncelik|приоритет|moscow`);
export const PHASE = has(
  `phase|sprint|week|weeks|milestone|release|drop|stage|faz|etap|fase|iteration|quarter|duration`,
);
export const SAID =
  /^(?:(?:detailed|详细|詳細)\s*)?(?:descriptions?|details?|beschreibung|details|descripción|descrição|descrizione|beschrijving|opis|açıklama|описание|опис|mô tả|deskripsi|说明|描述|說明|説明|内容|概要|설명|내용)$/iu;
export const PROSE_WORDS = 4;

export interface Columns {
  id: number;
  asked: number;
  acceptance: number;
  status: number;
}

export function columnsOf(head: readonly string[]): Columns {
  const find = (test: (cell: string) => boolean) => head.findIndex(test);
  return {
    id: find((cell) => ID.test(cell.trim())),
    asked: find(
      (cell) => (ASKED.test(cell) || ASKED_CJK.test(cell)) && !ACCEPTANCE.test(cell) && !ID.test(cell.trim()),
    ),
    acceptance: find((cell) => ACCEPTANCE.test(cell)),
    // The first column names what the rows are of: states of the product, where it is called so.
    status: head.findIndex((cell, at) => at > 0 && (STATUS.test(cell) || STATUS_CJK.test(cell))),
  };
}

/** How a table is read, by the names of its columns and by whether its cells hold prose. */
export function readTable(table: Node['table']): TableReading {
  if (table === null || table.rows.length === 0) return 'context';
  const { head, rows } = table;
  const columns = columnsOf(head);
  const hasIds =
    columns.id >= 0 || rows.filter(({ cells }) => readIdCell(cells[0] ?? '') !== null).length * 2 > rows.length;
  const first = head[columns.id === 0 ? 1 : 0] ?? '';
  const isContext = (cell: string) => CONTEXT.test(cell) || CONTEXT_CJK.test(cell);
  if (isReview(table, columns.status)) return 'context';
  if (hasPriorityColumns(head)) return 'columns';
  // What is done or not is work, whatever else its columns are called.
  if (columns.status >= 0 && rows.some(({ cells }) => isDoneCell(cells[columns.status] ?? ''))) return 'status';
  if (isContext(first) && columns.asked < 0) return 'context';
  const named = head.filter((cell) => isContext(cell)).length;
  if (named * 2 >= head.length && columns.asked < 0) return 'context';
  // "Feature | Description | Criteria": what rows are and what they say are named, however short.
  const isNamed = columns.asked >= 0 && head.some((cell, at) => at !== columns.asked && SAID.test(cell));
  const isProse = isNamed || proseShare(rows.map(({ cells }) => cells)) >= 0.5;
  if (columns.status >= 0 && (columns.asked >= 0 || hasIds)) return 'status';
  if (head.length <= 3 && head.some((cell) => PRIORITY.test(cell)) && head.some((cell) => PHASE.test(cell)))
    return 'context';
  if (PHASE.test(first) && columns.asked < 0) return 'context';
  if ((columns.asked >= 0 || hasIds) && isProse)
    return columns.acceptance >= 0 && columns.acceptance !== columns.asked && isSaid(rows, columns.acceptance)
      ? 'tasks'
      : 'rows';
  return 'whole';
}

const VERDICT = /^(?:[✅❌⚠]\uFE0F?\s*)?(?:pass(?:ed)?|fail(?:ed)?|partial|n\/a|ready|ok)$/iu;

/** Somebody's verdict on the document: "Category | PASS". */
function isReview({ rows }: NonNullable<Node['table']>, status: number): boolean {
  const cells = status < 0 ? [] : rows.map((row) => row.cells[status] ?? '').filter(Boolean);
  return cells.length > 0 && cells.filter((cell) => VERDICT.test(cell.trim())).length * 2 > cells.length;
}

const PRICE = has(
  `prices?|pricing|costs?|budget|amount|fees?|preise?|kosten|betrag|prix|coûts?|tarifs?|precios?|costos?|costes?|preços?|custos?|prezz[io]|costi|ceny?|koszty?|fiyat|maliyet|цена|стоимость`,
);
const PRICE_CJK = /价格|價格|定价|费用|金额|料金|価格|費用|가격|금액|비용/u;
const MONEY =
  /[$€£¥₹₩₺₽]\s?\d|\d\s?(?:[€£¥₹₩₺₽]|원|元|円|zł|usd|eur|gbp|sol|руб)|^(?:free|gratis|gratuit|kostenlos|免费|無料|무료|변동|tbd|—|-)$|\d\s?%/iu;

/** What things cost, with sums in a column that says so: outside a section of work nobody builds it. */
export function isPriced(table: Node['table']): boolean {
  const { head, rows } = table ?? { head: [], rows: [] };
  const at = head.findIndex((cell) => PRICE.test(cell) || PRICE_CJK.test(cell));
  if (at < 0) return false;
  const cells = rows.map((row) => row.cells[at] ?? '').filter(Boolean);
  return cells.length > 0 && cells.filter((cell) => MONEY.test(cell.trim())).length * 2 > cells.length;
}

/** A word or two of acceptance make no task: such a row is a check of its section. */
function isSaid(rows: readonly { cells: readonly string[] }[], at: number): boolean {
  return rows.filter(({ cells }) => countWords(cells[at] ?? '') >= PROSE_WORDS).length * 2 >= rows.length;
}

/** How many rows have a cell of running words. */
function proseShare(rows: readonly (readonly string[])[]): number {
  return rows.filter((cells) => cells.some((cell) => countWords(cell) >= PROSE_WORDS)).length / rows.length;
}

const DONE_CELL =
  /^(?:\s*[✅☑✔]|(?:done|completed?|implemented|shipped|live|erledigt|fertig|umgesetzt|terminé|fait|hecho|completado|concluído|feito|gotowe|zrobione|tamamlandı|готово|xong|hoàn thành)(?!\p{L})|已完成|完成|完了|완료)/iu;
const NOT_DONE_CELL = /partial|⚠|❌|🚧|⏳|not |open|todo|planned|in progress|wip|pending|\b\d{1,2} ?%/iu;

export const isDoneCell = (cell: string) => DONE_CELL.test(cell.trim()) && !NOT_DONE_CELL.test(cell);
