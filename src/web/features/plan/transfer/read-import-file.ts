import { IMPORT_MAX_BYTES } from '#contract/constants.ts';

const ARCHIVE = /\.(zip|tar|tar\.gz|tgz)$/i;
const TEXT = /\.(json|jsonl|md|markdown)$/i;
/** Room for the rest of the request around the file. */
const ENVELOPE = 4_096;

export const IMPORT_ACCEPT = '.json,.jsonl,.md,.markdown,.zip,.tar,.tar.gz,.tgz,.gz';

export interface ImportFile {
  filename: string;
  content: string;
  encoding: 'text' | 'base64';
}

/** A file as the server takes it, or the sentence that says why not. */
export async function readImportFile(file: File): Promise<ImportFile | string> {
  const archive = ARCHIVE.test(file.name);
  if (!archive && !TEXT.test(file.name)) {
    return 'Please choose a .json, .jsonl or .md file, or a .zip, .tar or .tar.gz archive.';
  }
  if (file.size === 0) return 'This file is empty.';
  const sent = archive ? Math.ceil(file.size / 3) * 4 : file.size;
  if (sent > IMPORT_MAX_BYTES - ENVELOPE) {
    return `This file is too large: ${archive ? 'an archive may have 24 MB' : 'a file may have 32 MB'}.`;
  }
  try {
    const content = archive ? await asBase64(file) : await file.text();
    return { filename: file.name, content, encoding: archive ? 'base64' : 'text' };
  } catch {
    return 'This file could not be read.';
  }
}

function asBase64(file: File): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const reader = new FileReader();
  reader.addEventListener('load', () => {
    const address = typeof reader.result === 'string' ? reader.result : '';
    resolve(address.slice(address.indexOf(',') + 1));
  });
  reader.addEventListener('error', () => reject(reader.error ?? new Error('The file could not be read.')));
  reader.readAsDataURL(file);
  return promise;
}
