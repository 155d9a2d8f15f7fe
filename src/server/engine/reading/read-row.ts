import type { Node } from './document.ts';
import { type Columns, PHASE, PRIORITY, PROSE_WORDS, SAID, columnsOf } from './judge-tables.ts';
import { countWords } from './judge-words.ts';
import { readIdCell } from './read-author-id.ts';

type Table = NonNullable<Node['table']>;

/** Who asks, why, and by what means: beside what is asked for. */
const BESIDE =
  /^(?:as an?|role|actor|so that|so i can|benefits?|why|reasons?|rationale|damit|nutzen|warum|pour que|afin|para que|aby|чтобы|理由|目的|价值|備考|notes?|source|quelle)(?!\p{L})|实现方式|実装方法/iu;
const RESULT =
  /^(?:expected (?:results?|outcomes?|behaviou?r)|erwartetes ergebnis|résultat attendu|resultado esperado|risultato atteso|oczekiwany (?:wynik|rezultat)|beklenen sonuç|ожидаемый результат|kết quả mong đợi|预期结果|期待結果|期待される結果|예상 결과)/iu;

export interface RowReader {
  columns: Columns;
  read(cells: readonly string[]): { cell: string; id: string | null; name: string | null };
}

/** What a row asks for. Which column says it is chosen once for the table, so that all its rows are read alike. */
export function createRowReader({ head, rows }: Table): RowReader {
  const columns = columnsOf(head);
  const { asked, acceptance, status } = columns;
  const hasIds = rows.some(({ cells }) => readIdCell(cells[0] ?? '') !== null);
  const idAt = columns.id >= 0 ? columns.id : hasIds ? 0 : -1;
  const result = head.findIndex((cell) => RESULT.test(cell.trim()));
  const isTaken = (cell: string, at: number) =>
    [idAt, asked, acceptance, status, result].includes(at) || PRIORITY.test(cell) || PHASE.test(cell);
  const free = head.flatMap((cell, at) => (isTaken(cell, at) ? [] : [at]));
  const telling = free.filter((at) => !BESIDE.test((head[at] ?? '').trim()));
  const described = telling.find((at) => SAID.test((head[at] ?? '').trim()));
  const said = described ?? longestOf(rows, telling);
  const whole = telling.find((at) => isProse(rows, at)) ?? said ?? free[0];
  return {
    columns,
    read(cells) {
      const id = idAt < 0 ? null : readIdCell(cells[idAt] ?? '');
      const named = asked >= 0 && asked !== idAt ? (cells[asked] ?? '') : '';
      const behind = (text: string) => (result < 0 ? text : [text, cells[result]].filter(Boolean).join(' · '));
      if (named === '')
        return { cell: behind((whole === undefined ? '' : cells[whole]) || longest(cells, idAt)), id, name: null };
      // "Search | Find books by title": the name alone would lose what is asked for.
      const prose = (said === undefined ? '' : cells[said]) ?? '';
      const isSaid = prose !== '' && countWords(named) <= NAME_WORDS && (said === described || countWords(prose) > 1);
      return isSaid ? { cell: behind(`${named}: ${prose}`), id, name: named } : { cell: behind(named), id, name: null };
    },
  };
}

const NAME_WORDS = 8;

const isProse = (rows: Table['rows'], at: number): boolean =>
  rows.filter(({ cells }) => countWords(cells[at] ?? '') >= PROSE_WORDS).length * 2 >= rows.length;

function longestOf(rows: Table['rows'], among: readonly number[]): number | undefined {
  const lengths = among.map((at) => rows.reduce((sum, { cells }) => sum + (cells[at] ?? '').length, 0));
  const most = Math.max(0, ...lengths);
  return most === 0 ? undefined : among[lengths.indexOf(most)];
}

const longest = (cells: readonly string[], idAt: number): string =>
  cells.filter((_, at) => at !== idAt).toSorted((a, b) => b.length - a.length)[0] ?? cells.join(' · ');
