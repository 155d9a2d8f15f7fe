import { AppError } from '#server/platform/error.ts';
import { describeIssue } from '#server/platform/http/describe-issue.ts';
import { requireShallow } from '#server/platform/http/parse.ts';
import { damaged } from './importing/damaged.ts';
import { ImportDocument, type ProjectImport } from './importing/import-document.ts';
import { joinPieces } from './importing/join-pieces.ts';

/** Parses Baton's own document, or reports where it is invalid. */
export function readExport(content: string): ProjectImport {
  const parsed = ImportDocument.safeParse(requireShallow(parseJson(content)), { error: describeIssue });
  if (parsed.success) return parsed.data.version === 1 ? parsed.data : joinPieces(parsed.data);
  const issues = parsed.error.issues
    .slice(0, 20)
    .map((issue) => ({ path: issue.path.join('.'), message: issue.message }));
  throw damaged(issues);
}

function parseJson(content: string): unknown {
  try {
    return JSON.parse(content);
  } catch {
    throw new AppError('VALIDATION_ERROR', 'The document is not JSON. Nothing was imported.');
  }
}
