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
  return spellingsOf(password).some((spelling) => common.has(spelling));
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
