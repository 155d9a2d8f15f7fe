/** Characters that begin a formula, full-width forms included, wherever a cell may begin. */
const FORMULA = /^(?=\s*[=+\-@＝＋－＠]|[\t\r\n])|(?<=[;\t\r\n])(?= *[=+\-@＝＋－＠])/g;

/**
 * RFC 4180, with protection against formula (CSV) injection. In locales with decimal commas a spreadsheet splits at
 * semicolons and ignores our quotes: then a cell, or a row, can begin in the middle of ours.
 */
export function csvCell(value: string): string {
  const safe = value.replaceAll(FORMULA, "'");
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

export const csvLine = (cells: readonly string[]) => `${cells.map(csvCell).join(',')}\r\n`;

export const DELETED_ACCOUNT = 'A deleted account';

/** Accounts that signed up by email have no name at first. */
export const nameWithAddress = ({ name, email }: { name: string; email: string }) =>
  name === '' || name === email ? email : `${name} (${email})`;
