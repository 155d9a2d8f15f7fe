import { createRequire } from 'node:module';
import { fingerprint } from './fingerprint.ts';

let list: Float64Array | undefined;

/**
 * The list takes a tenth of a second to unpack and megabytes to hold. A server unpacks it before it listens, and not
 * while the first person who signs up keeps everybody else waiting; what stays is a number for each entry, in order.
 */
export function loadCommonPasswords(): Float64Array {
  list ??= Float64Array.from(unpackList(), fingerprint).toSorted();
  return list;
}

/** Not imported: a module that was imported is never let go of. */
function unpackList(): string[] {
  const require = createRequire(import.meta.url);
  const { dictionary } = require('@zxcvbn-ts/language-common') as { dictionary: { 'passwords-common': string[] } };
  for (const file of Object.keys(require.cache))
    if (file.includes('@zxcvbn-ts')) Reflect.deleteProperty(require.cache, file);
  return dictionary['passwords-common'];
}

/** What people add when a form asks for a digit or a mark: the first digits in order, one digit, or a year. */
const USUAL_ENDING = /(?:\d|12|123|1234|12345|(?:19|20)\d\d)?[!.?*#]?$/;

/**
 * Whether a password is among those that are tried first: on the list in whatever case, or on it but for the usual
 * ending. More is not taken off: a word with an ending that nobody would guess is a password of its own.
 */
export function isCommonPassword(password: string): boolean {
  const common = loadCommonPasswords();
  return spellingsOf(password).some((spelling) => isAmong(common, fingerprint(spelling)));
}

/** Looked for by halves: as a set the same numbers would take six times the room. */
function isAmong(ordered: Float64Array, wanted: number): boolean {
  let from = 0;
  let to = ordered.length;
  while (from < to) {
    const middle = (from + to) >>> 1;
    const found = ordered[middle] ?? Number.NaN;
    if (found === wanted) return true;
    if (found < wanted) from = middle + 1;
    else to = middle;
  }
  return false;
}

/** Whether it is the account's own address, what stands before its @, or its name: in whatever case, with or without a usual ending. */
export function isOwnName(password: string, { email, name }: { email: string; name: string }): boolean {
  const own = [email, email.slice(0, email.lastIndexOf('@')), name].map(plainOf).filter((word) => word !== '');
  return spellingsOf(password).some((spelling) => own.includes(spelling));
}

const plainOf = (text: string): string => text.normalize('NFKC').trim().toLowerCase();

const spellingsOf = (password: string): string[] => {
  const plain = password.normalize('NFKC').toLowerCase();
  return [plain, plain.trim(), plain.replace(USUAL_ENDING, '')];
};
