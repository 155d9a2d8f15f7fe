import type { z } from 'zod';
import type { Endpoint } from '#contract/endpoint.ts';
import type { ValidationIssue } from '#contract/errors.ts';
import { Id, isStorableText } from '#contract/fields.ts';
import { AppError } from '../error.ts';
import { describeIssue } from './describe-issue.ts';

interface Sent {
  params: unknown;
  query: unknown;
  body: unknown;
  headers?: Record<string, unknown>;
}

const PROJECT_HEADER = 'x-project-id';

const DEPTH_MAX = 32;
/** All issues are reported at once, so that a caller can fix them in one go; capped at what anybody reads. */
const SAID_MAX = 20;

/** Parses path, query and body by the endpoint's schemas into the one input object of the use case. */
export function parseInput(endpoint: Endpoint, sent: Sent): Record<string, unknown> {
  const issues: ValidationIssue[] = [];
  const path = parsePart('path', endpoint.params, sent.params, issues);
  const query = parsePart('query', endpoint.query, sent.query, issues);
  const body = parsePart('body', endpoint.body, sent.body, issues);
  const named = endpoint.projectHeader ? parseProject(sent.headers?.[PROJECT_HEADER], issues) : {};
  // Path parameters last: a body that takes any field must not override them.
  if (issues.length === 0) return { ...body, ...query, ...path, ...named };
  throw new AppError('VALIDATION_ERROR', summarise(issues), { issues: issues.slice(0, 20) });
}

function parseProject(value: unknown, issues: ValidationIssue[]): Record<string, unknown> {
  const id = Id.safeParse(value);
  if (id.success) return { projectId: id.data };
  const message = value === undefined || value === '' ? 'must name the project' : 'must be a UUID';
  issues.push({ path: PROJECT_HEADER, message });
  return {};
}

function parsePart(
  part: 'path' | 'query' | 'body',
  schema: z.ZodObject | undefined,
  value: unknown,
  issues: ValidationIssue[],
): Record<string, unknown> {
  if (schema === undefined) {
    if (part === 'query' && isFilled(value))
      issues.push({ path: 'query', message: 'this call takes no query parameters' });
    // Many clients send an empty object with every call: it is ignored where no body is taken.
    if (part === 'body' && value !== undefined && value !== null && (typeof value !== 'object' || isFilled(value)))
      issues.push({ path: 'body', message: 'this call takes no body' });
    return {};
  }
  const unclean = findUncleanText(value, '', 0);
  if (unclean !== undefined) {
    issues.push(unclean);
    return {};
  }
  const parsed = schema.safeParse(value ?? {}, { error: describeIssue });
  if (parsed.success) return parsed.data;
  issues.push(...placed(parsed.error));
  return {};
}

const isFilled = (value: unknown) => typeof value === 'object' && value !== null && Object.keys(value).length > 0;

const placed = ({ issues }: z.ZodError): ValidationIssue[] =>
  issues.map(({ path, message }) => ({ path: path.join('.'), message }));

function summarise(issues: ValidationIssue[]): string {
  if (issues.length === 0) return 'The request is not valid.';
  const said = issues.slice(0, SAID_MAX).map(({ path, message }) => (path === '' ? message : `${path}: ${message}`));
  const more = issues.length > SAID_MAX ? `; and ${issues.length - SAID_MAX} more faults` : '';
  const isBare = issues[0]?.path === '';
  return `${isBare ? 'Not valid: ' : ''}${said.join('; ')}${more}.`;
}

/**
 * Returns the value, unless it is nested too deeply to be serialised safely, or has text that PostgreSQL cannot store.
 */
export function requireShallow<T>(value: T): T {
  const issue = findUncleanText(value, '', 0);
  if (issue === undefined) return value;
  throw new AppError('VALIDATION_ERROR', summarise([issue]), { issues: [issue] });
}

/** Refuses text that PostgreSQL cannot store (NUL, lone surrogates), with its path. */
function findUncleanText(value: unknown, path: string, depth: number): ValidationIssue | undefined {
  if (typeof value === 'string') {
    return isStorableText(value)
      ? undefined
      : { path, message: 'must not contain NUL or unpaired surrogate characters' };
  }
  if (typeof value !== 'object' || value === null) return undefined;
  if (depth > DEPTH_MAX) return { path, message: `must not be nested deeper than ${DEPTH_MAX} levels` };
  for (const [key, item] of Object.entries(value)) {
    const found = findUncleanText(item, path === '' ? key : `${path}.${key}`, depth + 1);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Parses a value from another source by the same rules and messages. */
export function parseValue<T>(schema: z.ZodType<T>, value: unknown): T {
  const issues: ValidationIssue[] = [];
  const unclean = findUncleanText(value, '', 0);
  if (unclean === undefined) {
    const parsed = schema.safeParse(value, { error: describeIssue });
    if (parsed.success) return parsed.data;
    issues.push(...placed(parsed.error));
  } else issues.push(unclean);
  throw new AppError('VALIDATION_ERROR', summarise(issues), { issues: issues.slice(0, 20) });
}
