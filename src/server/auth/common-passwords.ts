let list: Promise<ReadonlySet<string>> | undefined;

/**
 * The list takes a tenth of a second to unpack. A server does that before it listens, and not while the first person
 * who signs up keeps everybody else waiting.
 */
export function loadCommonPasswords(): Promise<ReadonlySet<string>> {
  list ??= import('@zxcvbn-ts/language-common').then(({ dictionary }) => new Set(dictionary['passwords-common']));
  return list;
}

/** What people add when a form asks for a digit or a mark: the first digits in order, one digit, or a year. */
const USUAL_ENDING = /(?:\d|12|123|1234|12345|(?:19|20)\d\d)?[!.?*#]?$/;

/**
 * Whether a password is among those that are tried first: on the list in whatever case, or on it but for the usual
 * ending. More is not taken off: a word with an ending that nobody would guess is a password of its own.
 */
export async function isCommonPassword(password: string): Promise<boolean> {
  const common = await loadCommonPasswords();
  const plain = password.normalize('NFKC').toLowerCase();
  return common.has(plain) || common.has(plain.replace(USUAL_ENDING, ''));
}
