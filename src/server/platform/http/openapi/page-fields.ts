import { escapeHtml } from '../../escape-html.ts';
import type { JsonSchema } from './document-types.ts';

export interface Field {
  name: string;
  required: boolean;
  /** Both already escaped. */
  typeHtml: string;
  notesHtml: string;
}

type Schemas = Record<string, JsonSchema>;

/** The fields of an object, nested ones under their path; a named schema is a link. */
export function listFields(schema: JsonSchema, schemas: Schemas, prefix = ''): Field[] {
  if (schema.allOf !== undefined)
    return schema.allOf.flatMap((part) => listFields(follow(part, schemas), schemas, prefix));
  const required = schema.required ?? [];
  return Object.entries(schema.properties ?? {}).flatMap(([key, value]) => {
    if (typeof value === 'boolean') return [];
    const own: Field = {
      name: prefix + key,
      required: required.includes(key),
      typeHtml: describeType(value),
      notesHtml: escapeHtml(describeLimits(value)),
    };
    const inner = innerObject(value);
    return inner === undefined ? [own] : [own, ...listFields(inner.schema, schemas, `${prefix}${key}${inner.mark}`)];
  });
}

export function follow(schema: JsonSchema | boolean, schemas: Schemas): JsonSchema {
  if (typeof schema === 'boolean') return {};
  return schema.$ref === undefined ? schema : (schemas[nameOf(schema.$ref)] ?? {});
}

export const nameOf = (ref: string) => ref.slice(ref.lastIndexOf('/') + 1);
export const shapeLink = (name: string) => `<a href="#shape-${escapeHtml(name)}">${escapeHtml(name)}</a>`;

export function describeType(schema: JsonSchema | boolean): string {
  if (typeof schema === 'boolean') return 'anything';
  if (schema.$ref !== undefined) return shapeLink(nameOf(schema.$ref));
  if (schema.const !== undefined) return `<code>${escapeHtml(JSON.stringify(schema.const))}</code>`;
  if (schema.enum !== undefined)
    return schema.enum.map((value) => `<code>${escapeHtml(JSON.stringify(value))}</code>`).join(' or ');
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices !== undefined) return choices.map(describeType).join(' or ');
  if (schema.type === 'array') return `array of ${describeType(itemsOf(schema))}`;
  return escapeHtml([schema.type ?? 'object'].flat().join(' or '));
}

/** Constraints in words. */
function describeLimits(schema: JsonSchema): string {
  const { minLength, maxLength, minimum, maximum, minItems, maxItems, format } = schema;
  const limits = [
    format === undefined ? undefined : format,
    range(minLength, maxLength, 'characters'),
    range(minimum, maximum, ''),
    range(minItems, maxItems, 'items'),
  ].filter((limit) => limit !== undefined);
  return [schema.description, limits.join(', ')].filter((part) => part !== undefined && part !== '').join(' · ');
}

function range(least: unknown, most: unknown, unit: string): string | undefined {
  const text = (value: unknown) => Number(value).toLocaleString('en-US');
  if (least === undefined && most === undefined) return undefined;
  if (least === most) return `exactly ${text(least)} ${unit}`.trim();
  if (most === undefined) return `at least ${text(least)} ${unit}`.trim();
  return `${least === undefined ? 'at most' : `${text(least)} to`} ${text(most)} ${unit}`.trim();
}

function innerObject(schema: JsonSchema): { schema: JsonSchema; mark: string } | undefined {
  if (schema.properties !== undefined) return { schema, mark: '.' };
  const items = schema.type === 'array' ? itemsOf(schema) : undefined;
  if (typeof items === 'object' && items.properties !== undefined) return { schema: items, mark: '[].' };
  const choice = schema.anyOf?.find((part) => typeof part === 'object' && part.properties !== undefined);
  return typeof choice === 'object' ? { schema: choice, mark: '.' } : undefined;
}

function itemsOf({ items }: JsonSchema): JsonSchema | boolean {
  return items === undefined || Array.isArray(items) ? true : items;
}
