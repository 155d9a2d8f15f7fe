import { readDate } from './import-date.ts';
import type { ImportReport } from './import-report.ts';
import { quote } from './import-text.ts';
import { textOf } from './read-json.ts';

/** A date field of a foreign item; one that cannot be read is reported and left out. */
export function readDateField(report: ImportReport, where: string, field: string, value: unknown): string | undefined {
  if (value === undefined || value === null || value === '') return undefined;
  const moment = readDate(textOf(value));
  if (moment === undefined) {
    report.changed(where, `the date ${quote(textOf(value))} in ${field} cannot be read and is left out`);
  }
  return moment;
}
