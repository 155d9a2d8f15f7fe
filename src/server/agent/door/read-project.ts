import type { FastifyRequest } from 'fastify';
import { Id } from '#contract/fields.ts';
import { AppError } from '#server/platform/error.ts';

export function readProject(request: FastifyRequest): Id | null {
  const inPath = (request.params as { projectId?: string }).projectId;
  const inHeader = request.headers['x-project-id'];
  const named = inPath ?? (inHeader === '' ? undefined : inHeader);
  if (named === undefined) return null;
  const id = Id.safeParse(named);
  if (!id.success)
    throw new AppError('VALIDATION_ERROR', 'The project id is not valid: copy it from the project’s credentials.');
  if (inPath !== undefined && inHeader !== undefined && inHeader !== '' && inHeader !== inPath)
    throw new AppError('VALIDATION_ERROR', 'The address and the x-project-id header name two different projects.');
  return id.data;
}
