import { z } from 'zod';
import { FILENAME_DEFAULT, PRD_ROLES_PER_CALL_MAX } from './constants.ts';
import { endpoint } from './endpoint.ts';
import { FileName, Id, Nothing, Timestamp, requiredText } from './fields.ts';
import { PRD_BODY_BYTES, PrdContent } from './generation.ts';
import { Coverage, Reading, SettableRole, TextKey, TracedRequirement } from './requirement.ts';
import { PrdVersion } from './transfer.ts';

const ProjectPath = z.strictObject({ id: Id });

/** The newest PRD with its reading. */
export const Prd = Reading.omit({ requirements: true }).extend({
  version: z.int(),
  filename: z.string(),
  content: z.string(),
  created_at: Timestamp,
  requirements: z.array(TracedRequirement),
  coverage: Coverage,
});
export type Prd = z.infer<typeof Prd>;

export const getPrd = endpoint({
  id: 'getPrd',
  method: 'GET',
  path: '/api/projects/:id/prd',
  access: 'caller',
  summary:
    'The newest PRD with the role of every line, what it asks for and the tasks that answer it; null before there is one',
  params: ProjectPath,
  answer: Prd.nullable(),
  errors: ['NOT_FOUND'],
});

export const savePrd = endpoint({
  id: 'savePrd',
  method: 'PUT',
  path: '/api/projects/:id/prd',
  access: 'caller',
  summary: 'Store a PRD without planning it: a new version, unless the newest says the same',
  params: ProjectPath,
  body: z.strictObject({ content: PrdContent, filename: FileName.default(FILENAME_DEFAULT) }),
  bodyLimit: PRD_BODY_BYTES,
  answer: z.object({ version: z.int(), isNew: z.boolean(), coverage: Coverage }),
  errors: ['NOT_FOUND', 'CONFLICT', 'USAGE_LIMIT_EXCEEDED', 'PAYLOAD_TOO_LARGE'],
});

/**
 * The target of a role: a block or section by its key, which also works for unsaved text, or lines of the newest
 * version.
 */
export const RoleSetting = z
  .strictObject({
    key: TextKey.optional(),
    scope: z.enum(['block', 'section']).default('block'),
    excerpt: requiredText(200).optional().meta({ description: 'The beginning of the text, to be shown later' }),
    lines: z.strictObject({ start: z.int().min(1), end: z.int().min(1) }).optional(),
    role: SettableRole.nullable().meta({ description: 'null gives it back to the reader' }),
  })
  .refine(({ key, lines }) => (key === undefined) !== (lines === undefined), 'needs either key or lines');
export type RoleSetting = z.infer<typeof RoleSetting>;

export const setPrdRoles = endpoint({
  id: 'setPrdRoles',
  method: 'PATCH',
  path: '/api/projects/:id/prd/roles',
  access: 'caller',
  summary: 'Set the role of blocks or sections: kept by their text, for this and every later version',
  params: ProjectPath,
  body: z.strictObject({ roles: z.array(RoleSetting).min(1).max(PRD_ROLES_PER_CALL_MAX) }),
  answer: z.object({
    coverage: Coverage,
    undo: z.array(RoleSetting).meta({ description: 'Sent to the same door, it takes this call back' }),
  }),
  errors: ['NOT_FOUND', 'CONFLICT'],
});

/** In a path or query; well below the database's integer. */
const VersionNumber = z.coerce.number().int().min(1).max(1_000_000);

export const PrdVersionSummary = z.object({
  version: z.int(),
  filename: z.string(),
  characters: z.int(),
  created_at: Timestamp,
});
export type PrdVersionSummary = z.infer<typeof PrdVersionSummary>;

export const listPrdVersions = endpoint({
  id: 'listPrdVersions',
  method: 'GET',
  path: '/api/projects/:id/prd/versions',
  access: 'caller',
  summary: 'Every version of the project’s PRD, newest first, without its text',
  params: ProjectPath,
  query: z.strictObject({
    limit: z.coerce.number().int().min(1).max(100).default(50),
    cursor: VersionNumber.optional(),
  }),
  answer: z.object({ items: z.array(PrdVersionSummary), nextCursor: z.int().nullable() }),
  errors: ['NOT_FOUND'],
});

export const getPrdVersion = endpoint({
  id: 'getPrdVersion',
  method: 'GET',
  path: '/api/projects/:id/prd/versions/:version',
  access: 'caller',
  summary: 'One version of the project’s PRD with its text',
  params: ProjectPath.extend({ version: VersionNumber }),
  answer: PrdVersion,
  errors: ['NOT_FOUND'],
});

export const deletePrdVersion = endpoint({
  id: 'deletePrdVersion',
  method: 'DELETE',
  path: '/api/projects/:id/prd/versions/:version',
  access: 'caller',
  summary: 'Delete an older version of the project’s PRD for good; the newest stays',
  params: ProjectPath.extend({ version: VersionNumber }),
  answer: Nothing,
  errors: ['NOT_FOUND', 'CONFLICT'],
});

export const getCoverage = endpoint({
  id: 'getCoverage',
  method: 'GET',
  path: '/api/projects/:id/coverage',
  access: 'caller',
  summary: 'How many lines of the PRD the plan answers, and the requirements it does not',
  params: ProjectPath,
  answer: Coverage.extend({
    open: z
      .array(TracedRequirement)
      .meta({ description: 'At most 100 that are uncovered or changed, in the PRD’s order' }),
  }),
  errors: ['NOT_FOUND'],
});
