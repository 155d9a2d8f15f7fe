import { UPLOAD_MAX_BYTES } from '#contract/constants.ts';
import { findFileNameFault } from '#contract/file-name.ts';

const NAME = /\.(json|jsonl|md|markdown|json\.gz|zip|tar|tar\.gz|tgz)$/i;

export const IMPORT_ACCEPT = '.json,.jsonl,.md,.markdown,.zip,.tar,.tar.gz,.tgz,.gz';

/** Validates before the upload what the server would refuse; undefined for an acceptable file. */
export function refuseImportFile(file: File): string | undefined {
  if (!NAME.test(file.name)) return 'Please choose a .json, .jsonl or .md file, or a .zip, .tar or .tar.gz archive.';
  const fault = findFileNameFault(file.name);
  if (fault !== undefined) return `The file name ${fault}.`;
  if (file.size === 0) return 'This file is empty.';
  if (file.size > UPLOAD_MAX_BYTES)
    return `This file is too large: the limit is ${UPLOAD_MAX_BYTES / 1024 / 1024} MB. Export it without checkpoints, or pack it with gzip.`;
  return undefined;
}
