import { createRequire } from 'node:module';
import { fingerprint } from './fingerprint.ts';

let list: Float64Array | undefined;

/**
 * Unpacking the list blocks the event loop for a tenth of a second, so it is done before the server listens and not at
 * the first sign-up. Only a sorted array of fingerprints stays in memory.
 */
export function loadCommonPasswords(): Float64Array {
  list ??= Float64Array.from(unpackList(), fingerprint).toSorted();
  return list;
}

/** Required, and then dropped from the module cache, which is not possible for an imported module. */
function unpackList(): string[] {
  const require = createRequire(import.meta.url);
  const { dictionary } = require('@zxcvbn-ts/language-common') as { dictionary: { 'passwords-common': string[] } };
  for (const file of Object.keys(require.cache))
    if (file.includes('@zxcvbn-ts')) Reflect.deleteProperty(require.cache, file);
  return dictionary['passwords-common'];
}

/** What people append when a form asks for a digit or symbol: ascending digits, one digit, or a year. */
const USUAL_ENDING = /(?:\d|12|123|1234|12345|(?:19|20)\d\d)?[!.?*#]?$/;

/**
 * Case-insensitive, also with a usual suffix removed. More is not removed: a word with an unusual suffix is a password
 * of its own.
 */
export function isCommonPassword(password: string): boolean {
  const common = loadCommonPasswords();
  return spellingsOf(password).some((spelling) => isAmong(common, fingerprint(spelling)));
}

/** Binary search: a Set of the same numbers would take six times the memory. */
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

/** Case-insensitive comparison with the address, its local part and the name, with or without a usual suffix. */
export function isOwnName(password: string, { email, name }: { email: string; name: string }): boolean {
  const own = [email, email.slice(0, email.lastIndexOf('@')), name].map(plainOf).filter((word) => word !== '');
  return spellingsOf(password).some((spelling) => own.includes(spelling));
}

const plainOf = (text: string): string => text.normalize('NFKC').trim().toLowerCase();

const spellingsOf = (password: string): string[] => {
  const plain = password.normalize('NFKC').toLowerCase();
  return [plain, plain.trim(), plain.replace(USUAL_ENDING, '')];
};
