import {
  BATON_SLOTS_MAX,
  LEASE_MINUTES_MAX,
  LEASE_MINUTES_MIN,
  VERIFY_TIMEOUT_MINUTES_MAX,
  VERIFY_TRIES_MAX,
} from '#contract/constants.ts';
import type { Project } from '#contract/project.ts';
import { PROJECT_SETTINGS_TEXTS as T } from '#contract/project-settings-texts.ts';
import { DoneMeans, WebAddress } from '#contract/proof.ts';

/** State of the form: numbers are kept as text while they are typed, so that nothing is misread. */
export type Draft = Record<FieldName, string>;

export type SectionId =
  | 'general'
  | 'batons'
  | 'done'
  | 'lease'
  | 'repository'
  | 'people'
  | 'notifications'
  | 'webhook'
  | 'danger';

const SECTION_OF = {
  name: 'general',
  description: 'general',
  baton_slots: 'batons',
  done_means: 'done',
  verify_command: 'done',
  verify_timeout_minutes: 'done',
  verify_tries: 'done',
  lease_minutes: 'lease',
  repository_url: 'repository',
} as const satisfies Record<string, SectionId>;

export type FieldName = keyof typeof SECTION_OF;
const FIELDS = Object.keys(SECTION_OF) as FieldName[];
export const sectionOf = (field: FieldName): SectionId => SECTION_OF[field];

/** Bounds, both inclusive. */
export const RANGES = {
  baton_slots: [1, BATON_SLOTS_MAX],
  verify_timeout_minutes: [1, VERIFY_TIMEOUT_MINUTES_MAX],
  verify_tries: [1, VERIFY_TRIES_MAX],
  lease_minutes: [LEASE_MINUTES_MIN, LEASE_MINUTES_MAX],
} as const satisfies Partial<Record<FieldName, readonly [number, number]>>;
type NumberField = keyof typeof RANGES;
const isNumber = (field: FieldName): field is NumberField => field in RANGES;

export const toDraft = (project: Project): Draft => ({
  name: project.name,
  description: project.description ?? '',
  baton_slots: String(project.baton_slots),
  done_means: project.done_means,
  verify_command: project.verify_command ?? '',
  verify_timeout_minutes: String(project.verify_timeout_minutes),
  verify_tries: String(project.verify_tries),
  lease_minutes: String(project.lease_minutes),
  repository_url: project.repository_url ?? '',
});

/** Undefined unless the text is a whole number. */
export function readNumber(text: string): number | undefined {
  return /^\d{1,6}$/.test(text.trim()) ? Number(text.trim()) : undefined;
}

/** Normalized for comparison: "04" equals 4, and surrounding spaces do not count. */
const settled = (field: FieldName, text: string) => (isNumber(field) ? String(readNumber(text) ?? text) : text.trim());

export const isChanged = (field: FieldName, base: Draft, draft: Draft) =>
  settled(field, base[field]) !== settled(field, draft[field]);

export const changedFields = (base: Draft, draft: Draft) => FIELDS.filter((field) => isChanged(field, base, draft));

export type Problems = Partial<Record<FieldName, string>>;

export function findProblems(draft: Draft): Problems {
  const problems: Problems = {};
  if (draft.name.trim() === '') problems.name = T.problem.name;
  for (const field of FIELDS.filter(isNumber)) {
    const [min, max] = RANGES[field];
    const number = readNumber(draft[field]);
    if (number === undefined || number < min || number > max) problems[field] = T.problem.range(min, max);
  }
  if (draft.done_means === 'verified' && draft.verify_command.trim() === '')
    problems.verify_command = T.problem.command;
  const address = draft.repository_url.trim();
  if (address !== '' && !WebAddress.safeParse(address).success) problems.repository_url = T.problem.address;
  return problems;
}

/** Only the changed fields, so that a concurrent edit of others is not overwritten. */
export function toPatch(base: Draft, draft: Draft) {
  const changed = new Set<FieldName>(changedFields(base, draft));
  const text = (field: FieldName) => draft[field].trim();
  const number = (field: NumberField) => readNumber(draft[field]) ?? RANGES[field][0];
  return {
    ...(changed.has('name') && { name: text('name') }),
    ...(changed.has('description') && { description: text('description') }),
    ...(changed.has('baton_slots') && { baton_slots: number('baton_slots') }),
    ...(changed.has('done_means') && { done_means: DoneMeans.parse(draft.done_means) }),
    ...(changed.has('verify_command') && { verify_command: text('verify_command') || null }),
    ...(changed.has('verify_timeout_minutes') && { verify_timeout_minutes: number('verify_timeout_minutes') }),
    ...(changed.has('verify_tries') && { verify_tries: number('verify_tries') }),
    ...(changed.has('lease_minutes') && { lease_minutes: number('lease_minutes') }),
    ...(changed.has('repository_url') && { repository_url: text('repository_url') || null }),
  };
}

/** Conflicts: fields that both sides changed to different values. */
export const findDisputed = (base: Draft, draft: Draft, theirs: Draft) =>
  FIELDS.filter(
    (field) => isChanged(field, base, draft) && isChanged(field, base, theirs) && isChanged(field, draft, theirs),
  );

/** Three-way merge: their values with the draft's changes on top, except in the yielded fields. */
export function rebase(base: Draft, draft: Draft, theirs: Draft, yielded: readonly FieldName[] = []): Draft {
  const mine = changedFields(base, draft).filter((field) => !yielded.includes(field));
  return { ...theirs, ...Object.fromEntries(mine.map((field) => [field, draft[field]])) };
}

export function sayValue(field: FieldName, draft: Draft): string {
  const value = draft[field].trim();
  if (field === 'done_means') return T.rungs[DoneMeans.parse(value)];
  if (value === '') return T.empty;
  return field === 'verify_timeout_minutes' || field === 'lease_minutes' ? `${value} min` : value;
}

const LONG: readonly FieldName[] = ['name', 'description', 'verify_command', 'repository_url'];

/** "Batons 3 to 4", "Done means verified"; of long texts only the name. */
export function sayChange(field: FieldName, base: Draft, draft: Draft): string {
  if (LONG.includes(field)) return T.fields[field];
  if (field === 'done_means') return `${T.fields[field]} ${sayValue(field, draft)}`;
  return `${T.fields[field]} ${sayValue(field, base).replace(/ min$/, '')} to ${sayValue(field, draft)}`;
}
