import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { createSchemaShelf } from './schema-shelf.ts';

const Name = z.string().max(10);

describe('the schema shelf', () => {
  it('keeps a named schema once and refers to it', () => {
    const shelf = createSchemaShelf({ Name });
    const body = shelf.convert(z.strictObject({ name: Name }), 'input');
    const answer = shelf.convert(z.object({ name: Name, old: Name.nullable() }), 'output');

    const { document, schemas } = shelf.settle({ body, answer });

    expect(schemas).toEqual({ Name: { type: 'string', maxLength: 10 } });
    expect(document.body.properties).toEqual({ name: { $ref: '#/components/schemas/Name' } });
    expect(document.answer.properties?.old).toEqual({
      anyOf: [{ $ref: '#/components/schemas/Name' }, { type: 'null' }],
    });
  });

  it('gives a name two entries when what is sent differs from what comes back', () => {
    const Count = z.object({ count: z.string().transform(Number).pipe(z.int()) });
    const shelf = createSchemaShelf({ Count });
    const { document, schemas } = shelf.settle({
      body: shelf.convert(Count, 'input'),
      answer: shelf.convert(Count, 'output'),
    });

    expect(document).toEqual({
      body: { $ref: '#/components/schemas/CountInput' },
      answer: { $ref: '#/components/schemas/Count' },
    });
    expect(schemas.CountInput?.properties).toEqual({ count: { type: 'string' } });
    expect(schemas.Count?.properties).toEqual({ count: { type: 'integer' } });
  });

  it('tells a limit that is checked after trimming', () => {
    const shelf = createSchemaShelf({});
    const trimmed = z.string().trim().min(1).pipe(z.string().max(5));

    expect(shelf.convert(trimmed, 'input')).toEqual({ type: 'string', minLength: 1, maxLength: 5 });
  });

  it('closes what is sent and leaves what comes back open to new fields', () => {
    const shelf = createSchemaShelf({});

    expect(shelf.convert(z.strictObject({ a: Name }), 'input').additionalProperties).toBe(false);
    expect(shelf.convert(z.strictObject({ a: Name }), 'output')).not.toHaveProperty('additionalProperties');
  });

  it('keeps the descriptions of the contract', () => {
    const shelf = createSchemaShelf({});

    expect(shelf.convert(z.object({ a: Name.meta({ description: 'Shown to people' }) }), 'output').properties).toEqual({
      a: { type: 'string', maxLength: 10, description: 'Shown to people' },
    });
  });
});
