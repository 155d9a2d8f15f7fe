import { BODY_MAX_BYTES } from '#contract/constants.ts';
import { findFileNameFault } from '#contract/file-name.ts';
import { PRD_TEXTS as T } from '#contract/prd-texts.ts';
import type { Draft } from './draft.ts';

export const isMarkdownName = (name: string) => /\.(md|markdown)$/i.test(name);

/** Reads a file as a draft; a refusal has the message for the person. */
export async function readFile(file: File): Promise<Draft | { refusal: string }> {
  if (!isMarkdownName(file.name)) return { refusal: T.notMarkdown };
  const fault = findFileNameFault(file.name);
  if (fault !== undefined) return { refusal: `The file name ${fault}.` };
  if (file.size > BODY_MAX_BYTES) return { refusal: 'This file is larger than 1 MB. Please upload a shorter one.' };
  const content = decode(await file.arrayBuffer());
  return content === undefined ? { refusal: T.notText } : { content, filename: file.name };
}

/** UTF-8, or UTF-16 with a byte order mark. Binary files are recognised by invalid sequences or NUL characters. */
function decode(bytes: ArrayBuffer): string | undefined {
  const [first, second] = new Uint8Array(bytes.slice(0, 2));
  const encoding =
    first === 0xff && second === 0xfe ? 'utf-16le' : first === 0xfe && second === 0xff ? 'utf-16be' : 'utf-8';
  try {
    const text = new TextDecoder(encoding, { fatal: true }).decode(bytes);
    return text.includes('\0') ? undefined : text;
  } catch {
    return undefined;
  }
}
