/** The part of JSON Schema that requests are generated from. */
export interface Schema {
  $ref?: string;
  type?: string | string[];
  enum?: unknown[];
  const?: unknown;
  anyOf?: Schema[];
  oneOf?: Schema[];
  allOf?: Schema[];
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  format?: string;
  minimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
  minItems?: number;
  maxItems?: number;
}

export interface Parameter {
  name: string;
  in: 'path' | 'query' | 'header';
  required: boolean;
  schema: Schema;
}

/** One method of one route, with one of its content types. */
export interface Operation {
  method: string;
  path: string;
  door: 'rest' | 'file' | 'mcp';
  parameters: Parameter[];
  body: Schema | undefined;
}

interface Document {
  paths: Record<string, Record<string, { parameters?: Parameter[]; requestBody?: { content?: Contents } }>>;
  components: { schemas: Record<string, Schema> };
}
type Contents = Record<string, { schema: Schema }>;

/** Reads the running server's OpenAPI document. */
export async function readOperations(url: string): Promise<{ operations: Operation[]; find: (ref: string) => Schema }> {
  const answer = await fetch(`${url}/api/openapi.json`);
  const { paths, components } = (await answer.json()) as Document;
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, { parameters = [], requestBody: { content = {} } = {} }]) => {
      const route = { method: method.toUpperCase(), path, parameters };
      const plain: Operation = { ...route, door: 'rest', body: content['application/json']?.schema };
      return 'application/octet-stream' in content
        ? [plain, { ...route, door: 'file' as const, body: undefined }]
        : [plain];
    }),
  );
  return { operations, find: (ref) => components.schemas[ref.split('/').at(-1) ?? ''] ?? {} };
}
