/** "FR-12", "REQ_3", "US-7", "NFR1.2", "R4": letters, then a number, as authors mark what they will refer to. */
const ID = String.raw`[A-Z][A-Z0-9]{0,9}(?:[-_.][A-Z]{1,10}){0,3}[-_.#]?\d{1,5}(?:\.\d{1,3}){0,3}[a-z]?`;
const LEADING = new RegExp(`^(?:\\[(${ID})\\]|\\((${ID})\\)|(${ID})(?=\\s*[:.)–—|-]|\\s))\\s*[:.)–—|-]*\\s*`, 'u');
const TRAILING = new RegExp(`\\s*[\\[(](${ID})[\\])][.]?$`, 'u');
const WHOLE = new RegExp(`^\\W*(${ID})\\W*$`, 'u');
/** Looks like an id and is a thing: "P1", "H2", "UTF-8", "ISO 27001", "Q3", "V2". */
const NOT_AN_ID =
  /^(?:P\d|H\d|Q\d|V\d.*|UTF.*|ISO.*|IPV\d|HTTP.*|TLS.*|SHA.*|MD5|MP\d|X\d+|RFC.*|ES\d+|UTC.*|USB.*|A4|S3|EC2|GPT.*|AES.*|RS\d+|WCAG.*|IP\d+|B2B?|OAUTH.*|PCI.*|SOC.*|MVP.*|ARM.*|STM.*|ESP.*|CO2|AAC.*|H26\d|PM\d+|LTE.*|WIN.*|IOS.*|UI|KW\d+)$/iu;

/** Takes the id a text begins with off it; the rest is what the requirement says. An id behind the words refers to another. */
export function readAuthorId(text: string): { id: string | null; rest: string } {
  const leading = readLeadingId(text);
  return leading === null ? { id: null, rest: text } : { id: leading.id, rest: text.slice(leading.length) || text };
}

/** The id in brackets at the end: "Photo of the cover (F-6)" behind a box says which requirement the box is about. */
export const readReferredId = (text: string): string | null => clean(TRAILING.exec(text.slice(-60))?.[1]);

/** The id a text begins with, and how much of it that takes. */
function readLeadingId(text: string): { id: string; length: number } | null {
  const found = LEADING.exec(text.slice(0, 80));
  const id = clean(found?.[1] ?? found?.[2] ?? found?.[3]);
  if (found === null || id === null) return null;
  // "R4 is new" has an id only where a sign sets it off.
  const isPlain = found[3] !== undefined && !/[-_.#:)–—|]/u.test(found[0].trim());
  return isPlain ? null : { id, length: found[0].length };
}

/** The id a table cell holds; a bare number is one of its list and not of the document. */
export const readIdCell = (cell: string) => clean(WHOLE.exec(cell.slice(0, 60))?.[1]);

function clean(id: string | undefined): string | null {
  if (id === undefined || NOT_AN_ID.test(id)) return null;
  return id.replace(/#/gu, '-').toUpperCase();
}

/** Prefixes that only requirements have; "R-2" in a table of risks or "D-01" among decisions says nothing. */
const REQUIREMENT =
  /^(?:N?FR|RF|RNF|REQ|US|UC|AC|BR|SR|TR|UR|FN|FEAT|F|STORY|TASK|AF|NFA|FA|EX|ENF|HU|CU|RN|WF|WNF|UI|API)[-_.]?[A-Z]{0,4}[-_.]?\d/u;
export const isRequirementId = (id: string | null): boolean => id !== null && REQUIREMENT.test(id);
