import type { Block, ItemBlock, TextBlock } from '#markdown/block.ts';
import { isStory } from '../judge-words.ts';
import { readIdCell } from '../read-author-id.ts';
import { plainText } from '../read-words.ts';

type FieldKind = 'id' | 'title' | 'description' | 'about' | 'other';

/** A line "Label: value" of a record, or a line that is only an id. */
export interface Field {
  kind: FieldKind;
  label: string;
  /** Without the label; the first line first. */
  value: string[];
  id: string | null;
  isStory: boolean;
  /** What is nested in its item. */
  below: Block[];
}

const LABELLED =
  /^(?:\*\*|__)?(\p{L}[\p{L}\p{M}\p{N} /'’-]{0,30}?)(?:\*\*|__)?\s*[:：]\s*(?:\*\*|__)?(?=\s|$|\P{ASCII})\s*(.*)$/u;
const names = (words: string) => new RegExp(`^(?:${words})$`, 'iu');
const TITLE = names(
  `(?:story |feature |requirement )?title|(?:story|feature|requirement) name|tytuł|titel|título|titulo|titre|titolo|başlık|заголовок|название|标题|標題|タイトル|제목|tiêu đề`,
);
const DESCRIPTION = names(
  `(?:story )?description|(?:user )?story|opis|beschreibung|descripción|descripcion|descrição|descricao|description|descrizione|historia|história|histoire|omschrijving|açıklama|описание|描述|说明|說明|説明|설명|mô tả`,
);
const ABOUT = names(
  `(?:story |requirement |feature )?id|identifikator|identyfikator|priority|prio|priorität|priorité|prioridad|prioridade|priorità|prioriteit|priorytet|öncelik|приоритет|status|state|stan|estado|état|stato|durum|статус|estimate|estimation|effort|size|complexity|points|story points|owner|assignee|epic|sprint|release|wysiłek|szacowanie|aufwand|优先级|優先級|優先度|우선순위|状态|狀態|编号|상태`,
);

/** The words of a line as a field; null where it is neither labelled nor an id. */
function readField(lines: readonly string[], below: Block[]): Field | null {
  const [first = '', ...rest] = lines;
  const bare = readIdCell(plainText(first));
  if (bare !== null && rest.length === 0) return { kind: 'id', label: '', value: [], id: bare, isStory: false, below };
  const labelled = LABELLED.exec(first.trim());
  if (labelled === null) return null;
  const label = (labelled[1] ?? '').trim();
  const value = [labelled[2] ?? '', ...rest];
  const text = plainText(value.join(' '));
  const id = readIdCell(text);
  const kind = kindOf(label, id);
  return { kind, label, value: text === '' ? [] : value, id: kind === 'id' ? id : null, isStory: isStory(text), below };
}

function kindOf(label: string, id: string | null): FieldKind {
  if (TITLE.test(label)) return 'title';
  if (ABOUT.test(label)) return id !== null && !/^(?:epic|sprint|release)$/iu.test(label) ? 'id' : 'about';
  return DESCRIPTION.test(label) ? 'description' : 'other';
}

/** A piece of a section that can be a field: an item, a line of a paragraph, or any other block as it is. */
export interface Unit {
  block: Block;
  field: Field | null;
}

/** The blocks between two headings, item by item, and line by line where a paragraph is made of fields. */
export const unitsOf = (blocks: readonly Block[]): Unit[] =>
  blocks.flatMap((block): Unit[] => {
    if (block.type === 'list')
      return block.items.map((item) => ({
        block: { ...block, items: [item], start: item.start, end: item.end },
        field: fieldOfItem(item),
      }));
    return block.type === 'paragraph' ? unitsOfLines(block) : [{ block, field: null }];
  });

function fieldOfItem({ children, checked }: ItemBlock): Field | null {
  const [first, ...below] = children;
  return first?.type === 'paragraph' && checked === null ? readField(first.lines, below) : null;
}

function unitsOfLines(block: TextBlock): Unit[] {
  const starts = block.lines.flatMap((line, i) => (readField([line], []) === null ? [] : [i]));
  if (starts[0] !== 0) return [{ block, field: null }];
  return starts.map((from, i) => {
    const lines = block.lines.slice(from, starts[i + 1] ?? block.lines.length);
    const start = block.start + from;
    return {
      block: { type: 'paragraph', lines, start, end: start + lines.length - 1 },
      field: readField(lines, []),
    };
  });
}
