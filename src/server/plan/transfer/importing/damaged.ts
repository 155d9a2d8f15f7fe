import { AppError } from '#server/platform/error.ts';

export function damaged(issues: { path: string; message: string }[]): AppError {
  const [first] = issues;
  const where = first === undefined ? 'it cannot be read' : `${first.path} ${first.message}`;
  return new AppError('VALIDATION_ERROR', `The document is not a whole Baton export: ${where}. Nothing was imported.`, {
    issues: issues.slice(0, 20),
  });
}
