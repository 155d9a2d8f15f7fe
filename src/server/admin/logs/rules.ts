/** What begins a formula, also in the wide letters of Asian keyboards, where a cell may begin. */
const FORMULA = /^(?=\s*[=+\-@＝＋－＠]|[\t\r\n])|(?<=[;\t\r\n])(?= *[=+\-@＝＋－＠])/g;

/**
 * RFC 4180, and nothing a spreadsheet would take for a formula. Where commas are decimal, a spreadsheet splits at
 * semicolons and heeds no quotes inside: then a cell, or a row, also begins in the middle of ours.
 */
export function csvCell(value: string): string {
  const safe = value.replaceAll(FORMULA, "'");
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

export const csvLine = (cells: readonly string[]) => `${cells.map(csvCell).join(',')}\r\n`;

export const DELETED_ACCOUNT = 'A deleted account';

/** Whoever signs up by address has no name at first. */
export const nameWithAddress = ({ name, email }: { name: string; email: string }) =>
  name === '' || name === email ? email : `${name} (${email})`;
