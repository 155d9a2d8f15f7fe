import type { Section } from '../reading/document.ts';
import type { Check } from '../reading/find-checks.ts';
import { type Bucket, nearestNamed } from './outline.ts';

/** Where a task comes in the order of the work, by the names above it; which of them are features is told later. */
export function bucketOf(section: Section, checks: readonly Check[]): Bucket {
  if (checks.length > 0 && checks.every(({ later }) => later)) return 'later';
  const named = nearestNamed(section, ['quality', 'restate', 'data', 'setup', 'work']);
  if (named === null && isModelPart(section)) return 'first';
  if (named?.name === 'work') return 'other';
  if (named?.name === 'quality') return 'quality';
  if (named?.name === 'restate') return 'closing';
  // "Data" alone may be anything; a model, a schema or a table of fields comes first.
  if (
    named?.name === 'data' &&
    !MODEL.test(named.heading) &&
    checks.every(({ kind }) => kind !== 'table' && kind !== 'code')
  )
    return 'other';
  return named === null ? 'other' : 'first';
}

const MODEL = /model|schema|entit|database|daten|table|veritaban|базы|模型|数据库|データ|모델/iu;
/** "Hierarchy & Data Model (the containers)": the name stands at the end, whatever stands before it. */
const MODEL_PART =
  /(?<!\p{L})(?:data ?models?|(?:data|database|db) schemas?|datenmodell|modelo de datos|modelo de dados|modèle de données|model danych|veri modeli|модель данных)\s*(?:$|[:：(（–—])|(?:数据模型|データモデル|데이터 모델)/iu;

function isModelPart(section: Section): boolean {
  for (let at: Section | null = section; at !== null && !at.isTitle; at = at.parent)
    if (MODEL_PART.test(at.heading.slice(0, 120))) return true;
  return false;
}
