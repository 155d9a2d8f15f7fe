import { TWO_FACTOR_TEXTS as T } from '#contract/session-texts.ts';
import { ApiError } from '../net/api-error.ts';

interface TypedCode {
  kind: 'app' | 'backup';
  text: string;
}

/** What is wrong with a code before it is sent: each one that is sent counts as a try. */
export function findCodeProblem({ kind, text }: TypedCode): string | undefined {
  const plain = text.replaceAll(/[\s-]/g, '');
  if (plain === '') return kind === 'app' ? T.noCode : T.noBackupCode;
  if (kind === 'app') return /^\d{6}$/.test(plain) ? undefined : T.notSixDigits;
  return /^[a-z2-7]{16}$/i.test(plain) ? undefined : T.notABackupCode;
}

type ProofField = 'password' | 'code' | 'form';
const FIELDS: ReadonlyMap<string, ProofField> = new Map([
  ['INVALID_CREDENTIALS', 'password'],
  ['PASSWORD_REQUIRED', 'password'],
  ['WRONG_CODE', 'code'],
  ['SECRET_UNREADABLE', 'code'],
] as const);

/** The field that a refusal is about, where a password or a code was asked for. */
export function fieldOfRefusal(error: unknown): ProofField {
  return (error instanceof ApiError && FIELDS.get(error.errorCode ?? '')) || 'form';
}
