/** What a route takes, as far as requests are made from it. */
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

/** One method of one route of the OpenAPI document. */
export interface Operation {
  method: string;
  path: string;
  parameters: Parameter[];
  body: Schema | undefined;
}

interface Document {
  paths: Record<string, Record<string, { parameters?: Parameter[]; requestBody?: { content: Contents } }>>;
  components: { schemas: Record<string, Schema> };
}
type Contents = Record<string, { schema: Schema }>;

/** Reads the document that the running server gives out. */
export async function readOperations(url: string): Promise<{ operations: Operation[]; find: (ref: string) => Schema }> {
  const answer = await fetch(`${url}/api/openapi.json`);
  const { paths, components } = (await answer.json()) as Document;
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { parameters = [], requestBody }]) => ({
      method: method.toUpperCase(),
      path,
      parameters,
      body: requestBody && Object.values(requestBody.content)[0]?.schema,
    })),
  );
  return { operations, find: (ref) => components.schemas[ref.split('/').at(-1) ?? ''] ?? {} };
}
