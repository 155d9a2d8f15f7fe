import type { z } from 'zod';

type Issue = z.core.$ZodRawIssue;

const FORMATS: Readonly<Record<string, string>> = {
  uuid: 'must be a UUID',
  datetime: 'must be a time like 2026-11-16T09:30:00Z',
  date: 'must be a day like 2026-11-16',
  email: 'must be an email address',
  url: 'must be a web address',
};

/** Error messages for schemas without a message of their own. */
export function describeIssue(issue: Issue): string {
  switch (issue.code) {
    case 'unrecognized_keys':
      return `unknown field: ${issue.keys.join(', ')}`;
    case 'invalid_type':
      return `must be ${nameType(issue.expected)}`;
    case 'invalid_value':
      return `must be ${either(issue.values)}`;
    case 'invalid_format':
      return FORMATS[issue.format] ?? 'does not have the form it must have';
    case 'too_small':
      return `must ${measure(issue.origin, issue.inclusive === false ? 'more than' : 'at least', issue.minimum)}`;
    case 'too_big':
      return `must ${measure(issue.origin, issue.inclusive === false ? 'less than' : 'at most', issue.maximum)}`;
    case 'not_multiple_of':
      return `must be a multiple of ${issue.divisor}`;
    default:
      return 'is not something this call takes';
  }
}

const TYPES: Readonly<Record<string, string>> = {
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  record: 'an object',
};

const nameType = (type: string) => TYPES[type] ?? (/^[aeiou]/.test(type) ? `an ${type}` : `a ${type}`);

const either = (values: readonly unknown[]) => {
  const [last, ...rest] = values.map(String).toReversed();
  return rest.length === 0 ? `${last}` : `${rest.toReversed().join(', ')} or ${last}`;
};

const UNITS: Readonly<Record<string, string>> = { string: 'characters', array: 'entries', set: 'entries' };

function measure(origin: string, bound: string, limit: number | bigint): string {
  const unit = UNITS[origin];
  if (unit !== undefined && bound === 'at least' && limit === 1) return 'not be empty';
  const said = limit.toLocaleString('en-US');
  return unit === undefined ? `be ${bound} ${said}` : `have ${bound} ${said} ${unit}`;
}
