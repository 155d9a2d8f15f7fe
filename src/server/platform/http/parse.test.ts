import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { endpoint } from '#contract/endpoint.ts';
import { Id, requiredText, text } from '#contract/fields.ts';
import type { AppError } from '../error.ts';
import { parseInput } from './parse.ts';

const sample = endpoint({
  id: 'sample',
  method: 'POST',
  path: '/api/sample/:id',
  access: 'public',
  summary: 'Sample',
  params: z.strictObject({ id: Id }),
  query: z.strictObject({ limit: z.coerce.number().int().min(1).max(100).optional() }),
  body: z.strictObject({ name: requiredText(10), note: text(5).optional() }),
  answer: z.null(),
});
const id = '01890a5d-ac96-774b-bcce-b302099a8057';

function refusal(sent: {
  params?: unknown;
  query?: unknown;
  body?: unknown;
}): AppError['detail'] & { message: string } {
  try {
    parseInput(sample, { params: { id }, query: {}, body: { name: 'ok' }, ...sent });
  } catch (error) {
    return { ...(error as AppError).detail, message: (error as AppError).message };
  }
  throw new Error('it was accepted');
}

test('path, query and body become one object', () => {
  expect(parseInput(sample, { params: { id }, query: { limit: '5' }, body: { name: ' Mira ' } })).toEqual({
    id,
    limit: 5,
    name: 'Mira',
  });
});

describe('bad input is answered with its place', () => {
  const cases: Record<string, [Parameters<typeof refusal>[0], string, RegExp]> = {
    'a wrong type': [{ body: { name: 5 } }, 'name', /string/],
    'an unknown field': [{ body: { name: 'x', role: 'admin' } }, '', /unknown field: role/],
    'a missing field': [{ body: {} }, 'name', /string/],
    'a missing body': [{ body: undefined }, 'name', /string/],
    'a body that is a list': [{ body: [] }, '', /object/],
    'too long': [{ body: { name: 'x'.repeat(11) } }, 'name', /at most 10/],
    'only spaces': [{ body: { name: '   ' } }, 'name', /empty/],
    'a NUL byte': [{ body: { name: 'a\0b' } }, 'name', /NUL/],
    'a lone surrogate': [{ body: { name: 'a\ud800' } }, 'name', /surrogate/],
    'a NUL byte in an unknown place': [{ body: { name: 'x', deep: [{ k: '\0' }] } }, 'deep.0.k', /NUL/],
    'a negative page': [{ query: { limit: '-1' } }, 'limit', /./],
    'an absurd limit': [{ query: { limit: '1e9' } }, 'limit', /100/],
    'a duplicate parameter': [{ query: { limit: ['1', '2'] } }, 'limit', /./],
    'an unknown parameter': [{ query: { page: '1' } }, '', /unknown field: page/],
    'an invalid UUID': [{ params: { id: 'x' } }, 'id', /UUID/],
  };
  for (const [name, [sent, path, message]] of Object.entries(cases)) {
    test(name, () => {
      const { issues = [] } = refusal(sent);
      expect(issues[0]?.path).toBe(path);
      expect(issues[0]?.message).toMatch(message);
    });
  }

  test('nesting without end', () => {
    let deep: unknown = 'x';
    for (let i = 0; i < 100; i += 1) deep = { deep };
    expect(refusal({ body: { name: 'x', deep } }).issues?.[0]?.message).toMatch(/nested/);
  });
});

describe('a refusal is in words for people, whatever the rule', () => {
  const ruled = endpoint({
    id: 'ruled',
    method: 'POST',
    path: '/api/ruled',
    access: 'public',
    summary: 'Ruled',
    body: z.strictObject({
      count: z.int().min(1).max(100_000).nullable().optional(),
      kind: z.enum(['all', 'some', 'none']).optional(),
      only: z.literal('csv').optional(),
      at: z.iso.datetime().optional(),
      on: z.boolean().optional(),
      code: z.string().min(2).max(4).regex(/^a/).optional(),
      list: z.array(z.string()).min(1).max(2).optional(),
      part: z.number().gt(0).lt(1).optional(),
      either: z.union([z.string(), z.int()]).optional(),
      own: z.string().max(3, 'must be short').optional(),
    }),
    answer: z.null(),
  });
  test.each([
    [{ count: 0 }, 'count: must be at least 1.'],
    [{ count: 1e9 }, 'count: must be at most 100,000.'],
    [{ count: 1.5 }, 'count: must be a whole number.'],
    [{ count: '5' }, 'count: must be a number.'],
    [{ kind: 'odd' }, 'kind: must be all, some or none.'],
    [{ only: 'xlsx' }, 'only: must be csv.'],
    [{ at: 'tomorrow' }, 'at: must be a time like 2026-11-16T09:30:00Z.'],
    [{ on: 'yes' }, 'on: must be true or false.'],
    [{ code: 'a' }, 'code: must have at least 2 characters.'],
    [{ code: 'b23' }, 'code: does not have the form it must have.'],
    [{ list: [] }, 'list: must not be empty.'],
    [{ list: 'x' }, 'list: must be a list.'],
    [{ part: 0 }, 'part: must be more than 0.'],
    [{ part: 1 }, 'part: must be less than 1.'],
    [{ either: true }, 'either: is not something this call takes.'],
    [{ own: 'long' }, 'own: must be short.'],
  ])('%j', (body, sentence) => {
    expect(() => parseInput(ruled, { params: {}, query: {}, body })).toThrow(
      expect.objectContaining({ message: sentence }),
    );
  });
});
