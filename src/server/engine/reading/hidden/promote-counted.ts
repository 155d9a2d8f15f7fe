import type { Block, ItemBlock, ListBlock } from '#markdown/block.ts';
import { isRequirementId, readAuthorId } from '../read-author-id.ts';
import { plainText } from '../read-words.ts';

/** "**Phase 0 — Skeleton.** Parse the formula": a word, its count and a name, all bold. */
const BOLD_FRONT = /^(?:\*\*|__)([^*_]{4,120}?)[.:：]?(?:\*\*|__)[.:：]?(?:\s|$)/u;
const COUNTED = /^(\p{L}{3,20})\s*#?(\d{1,2})(?:\s*[–-]\s*\d{1,2})?\s*[:.–—-]\s*(?=\S)/u;
/** Two may be the two halves of anything. */
const UNITS_MIN = 3;
const LEVEL_MAX = 12;

interface Unit {
  word: string;
  count: number;
  raw: string;
}

/** Items of a list that count up under one word, each with a name and more than the name, are headings over themselves. */
export function promoteCounted(blocks: readonly Block[]): Block[] {
  let level = 1;
  return blocks.flatMap((block): Block[] => {
    if (block.type === 'heading') level = block.level;
    if (block.type !== 'list' || !areUnits(block)) return [block];
    return block.items.flatMap((item) => writeItem(block, item, Math.min(level + 1, LEVEL_MAX)));
  });
}

function areUnits({ items }: ListBlock): boolean {
  if (items.length < UNITS_MIN) return false;
  const units = items.map(readUnit);
  const [first] = units;
  if (first === null || first === undefined || first.count > 1) return false;
  return units.every((unit, i) => unit !== null && unit.word === first.word && unit.count >= first.count + i);
}

function readUnit({ children, checked }: ItemBlock): Unit | null {
  const [text] = children;
  if (text?.type !== 'paragraph' || checked !== null) return null;
  const [line = ''] = text.lines;
  const [front = '', raw = ''] = BOLD_FRONT.exec(line) ?? [];
  const counted = COUNTED.exec(plainText(raw));
  const isOnlyName = front.trim() === line.trim() && text.lines.length === 1 && children.length === 1;
  if (counted === null || isOnlyName || isRequirementId(readAuthorId(raw).id)) return null;
  return { word: (counted[1] ?? '').toLowerCase(), count: Number(counted[2]), raw };
}

/** The item keeps its words and its lines, for a line is in one block; the heading has none of its own. */
function writeItem(list: ListBlock, item: ItemBlock, level: number): Block[] {
  const { start, end } = item;
  const raw = readUnit(item)?.raw ?? '';
  return [
    { type: 'heading', level, raw, start, end: 0 },
    { ...list, items: [item], start, end },
  ];
}
