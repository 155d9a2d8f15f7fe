import type { PrdSection } from '#contract/requirement.ts';
import { AppError } from '#server/platform/error.ts';

/** Suggestions in the error about an unknown section. */
const NAMED_MAX = 8;
const NAME_MAX = 60;

const plain = (text: string) => text.normalize('NFKC').toLowerCase().replaceAll(/\s+/gu, ' ').trim();

/** Resolves "§3.2", "3.2", or words of a heading. */
export function findSection(sections: readonly PrdSection[], name: string, path: string): PrdSection {
  const wanted = plain(name).replace(/^§\s*/u, '').replace(/\.$/u, '');
  const byRef = sections.filter(({ ref }) => plain(ref) === wanted);
  const exact = sections.filter(({ heading }) => plain(heading) === wanted);
  const loose = sections.filter(({ heading }) => wanted !== '' && plain(heading).includes(wanted));
  const found = [byRef, exact, loose].find((each) => each.length > 0) ?? [];
  const [first, ...others] = found;
  if (first === undefined) throw notThere(sections, name, path);
  if (others.length > 0 && found !== byRef)
    throw new AppError('VALIDATION_ERROR', `${path}: several sections are meant: ${list(found)}.`, {
      issues: [{ path, message: 'names several sections' }],
    });
  return first;
}

function notThere(sections: readonly PrdSection[], name: string, path: string): AppError {
  const top = sections.filter(({ heading }) => heading !== '');
  const known = top.length === 0 ? 'The PRD has no headings.' : `Sections: ${list(top)}.`;
  return new AppError('NOT_FOUND', `The PRD has no section “${cut(name)}” (${path}). ${known}`);
}

const list = (sections: readonly PrdSection[]): string =>
  [
    ...sections.slice(0, NAMED_MAX).map(({ ref, heading }) => `§${ref} ${cut(heading)}`),
    ...(sections.length > NAMED_MAX ? ['…'] : []),
  ].join(', ');

function cut(text: string): string {
  const line = text.replaceAll(/\s+/gu, ' ').trim();
  return line.length <= NAME_MAX ? line : `${[...line].slice(0, NAME_MAX - 1).join('')}…`;
}
