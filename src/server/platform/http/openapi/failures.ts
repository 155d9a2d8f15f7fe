import { z } from 'zod';
import { ERROR_CODES, ERROR_STATUS, type ErrorType, type FailureBody } from '#contract/errors.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import type { Reference, Response } from './document-types.ts';

const isErrorType = (name: string): name is ErrorType => name in ERROR_STATUS;

const UsageCount = z.object({ current: z.number(), limit: z.number() });

export const Failure: z.ZodType<FailureBody> = z.object({
  success: z.literal(false),
  error: z.string().meta({ description: 'A sentence a person can act on' }),
  errorType: z.enum(Object.keys(ERROR_STATUS).filter(isErrorType)),
  errorCode: z.enum(ERROR_CODES).exactOptional(),
  issues: z
    .array(z.object({ path: z.string(), message: z.string() }))
    .exactOptional()
    .meta({ description: 'With VALIDATION_ERROR: what is wrong where' }),
  usage: z
    .object({
      daily: UsageCount.exactOptional(),
      monthly: UsageCount.exactOptional(),
      projects: UsageCount.exactOptional(),
    })
    .exactOptional()
    .meta({ description: 'With USAGE_LIMIT_EXCEEDED: what is used of what' }),
  requestId: z.string().meta({ description: 'Also in the x-request-id header and in the server’s log' }),
});

const MEANING: Readonly<Record<string, string>> = {
  400: 'The request is not valid',
  401: 'Not signed in, or no longer',
  403: 'Not allowed',
  404: 'Not there, or not the caller’s',
  408: 'The body arrived too slowly',
  409: 'It does not go with what is there now',
  413: 'The body is too large',
  415: 'The body is compressed',
  429: 'Too much, too soon, or more than the plan holds',
  500: 'Something broke on the server',
  502: 'The AI or payment provider failed',
  503: 'The server cannot answer right now',
};

const RETRY_AFTER = {
  'Retry-After': { description: 'Seconds to wait before the next try', schema: { type: 'integer' } },
} as const;

/** Every error an endpoint can answer: its own, and those of the checks before it. */
export function failuresOf({
  access,
  body,
  errors,
}: Pick<Endpoint, 'access' | 'body' | 'errors'>): Map<number, ErrorType[]> {
  const types: [number, ErrorType][] = [
    ...errors.map((type): [number, ErrorType] => [ERROR_STATUS[type], type]),
    [400, 'VALIDATION_ERROR'],
    [429, 'USAGE_LIMIT_EXCEEDED'],
    [500, 'INTERNAL_ERROR'],
    [503, 'INTERNAL_ERROR'],
  ];
  if (body !== undefined) types.push([408, 'VALIDATION_ERROR'], [413, 'PAYLOAD_TOO_LARGE'], [415, 'VALIDATION_ERROR']);
  if (access !== 'public') types.push([401, 'AUTHENTICATION_ERROR'], [403, 'ACCOUNT_SUSPENDED'], [503, 'MAINTENANCE']);
  if (access === 'user' || access === 'admin') types.push([403, 'FORBIDDEN']);
  const statuses = [...new Set(types.map(([status]) => status))].toSorted((a, b) => a - b);
  return new Map(
    statuses.map((status) => [
      status,
      [...new Set(types.filter(([s]) => s === status).map(([, type]) => type))].toSorted(),
    ]),
  );
}

/** One shared response per status and set of types, referenced from the document's components. */
export function failureResponse(
  status: number,
  types: ErrorType[],
): { name: string; reference: Reference; response: Response } {
  const name = `Failure${status}_${types.join('_')}`;
  const response: Response = {
    description: MEANING[status] ?? 'Failed',
    ...(status === 429 || status === 503 ? { headers: RETRY_AFTER } : {}),
    content: {
      'application/json': {
        schema: {
          allOf: [{ $ref: '#/components/schemas/output.Failure' }, { properties: { errorType: { enum: types } } }],
        },
      },
    },
  };
  return { name, reference: { $ref: `#/components/responses/${name}` }, response };
}
