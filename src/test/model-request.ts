import type { IncomingHttpHeaders } from 'node:http';
import { z } from 'zod';
import type { ModelApi } from './model-wire.ts';

interface Checked {
  model: string;
  system: string;
  prompt: string;
  schema: unknown;
  isEnforced: boolean;
}

interface Refused {
  status: number;
  refusal: string;
}

const Text = z.union([
  z.string(),
  z
    .array(z.object({ type: z.literal('text'), text: z.string() }))
    .transform((parts) => parts.map(({ text }) => text).join('')),
]);

const AnthropicBody = z.object({
  model: z.string().regex(/^claude-/),
  max_tokens: z.int().min(4_096).max(128_000),
  stream: z.literal(true),
  system: Text,
  messages: z.tuple([z.object({ role: z.literal('user'), content: Text })]),
  output_config: z.object({
    effort: z.enum(['low', 'medium', 'high', 'xhigh', 'max']).optional(),
    format: z.object({ type: z.literal('json_schema'), schema: z.unknown() }),
  }),
  // Parameters the newest models refuse.
  temperature: z.undefined().optional(),
  tool_choice: z.undefined().optional(),
});

const OpenAiBody = z.object({
  model: z.string(),
  max_tokens: z.int().min(1_024).max(16_384),
  stream: z.literal(true),
  stream_options: z.object({ include_usage: z.literal(true) }),
  messages: z.tuple([
    z.object({ role: z.literal('system'), content: Text }),
    z.object({ role: z.literal('user'), content: Text }),
  ]),
  response_format: z.discriminatedUnion('type', [
    z.object({
      type: z.literal('json_schema'),
      json_schema: z.object({ name: z.string().regex(/^[\w-]{1,64}$/), strict: z.literal(true), schema: z.unknown() }),
    }),
    z.object({ type: z.literal('json_object') }),
  ]),
});

/** Validates a request like the real API: key, version, body, and an enforceable schema. */
export function checkRequest(
  api: ModelApi,
  headers: IncomingHttpHeaders,
  body: unknown,
  key: string,
  takesSchemas: boolean,
): Checked | Refused {
  const sentKey = api === 'anthropic' ? headers['x-api-key'] : headers.authorization?.replace(/^Bearer /, '');
  if (sentKey !== key) return { status: 401, refusal: 'invalid x-api-key' };
  if (api === 'anthropic' && headers['anthropic-version'] !== '2023-06-01')
    return { status: 400, refusal: 'anthropic-version: header is required' };
  const checked = api === 'anthropic' ? readAnthropic(body) : readOpenAi(body, takesSchemas);
  if ('refusal' in checked) return checked;
  const fault = checked.isEnforced ? findSchemaFault(checked.schema, api) : undefined;
  return fault === undefined ? checked : { status: 400, refusal: fault };
}

function readAnthropic(body: unknown): Checked | Refused {
  const { data, error } = AnthropicBody.safeParse(body);
  if (data === undefined) return { status: 400, refusal: z.prettifyError(error) };
  const [{ content }] = data.messages;
  return {
    model: data.model,
    system: data.system,
    prompt: content,
    schema: data.output_config.format.schema,
    isEnforced: true,
  };
}

function readOpenAi(body: unknown, takesSchemas: boolean): Checked | Refused {
  const { data, error } = OpenAiBody.safeParse(body);
  if (data === undefined) return { status: 400, refusal: z.prettifyError(error) };
  const [system, user] = data.messages;
  const asked = { model: data.model, system: system.content, prompt: user.content };
  if (data.response_format.type === 'json_object') {
    const [, told] = /JSON schema is:\n(.*)$/.exec(asked.system) ?? [];
    if (told === undefined) return { status: 400, refusal: 'nothing says which JSON is wanted' };
    return { ...asked, schema: JSON.parse(told), isEnforced: false };
  }
  if (!takesSchemas) return { status: 400, refusal: 'This response_format type is unavailable now' };
  return { ...asked, schema: data.response_format.json_schema.schema, isEnforced: true };
}

const Node = z.record(z.string(), z.unknown());
const NOT_ENFORCED = ['minLength', 'maxLength', 'pattern', 'minItems', 'maxItems', 'minimum', 'maximum'];

/** Both APIs enforce only closed objects without optional fields and references; Anthropic supports no lengths. */
function findSchemaFault(schema: unknown, api: ModelApi): string | undefined {
  const node = Node.safeParse(schema).data;
  if (node === undefined) return Array.isArray(schema) ? firstFault(schema, api) : undefined;
  if ('$ref' in node) return 'schema: references are not enforced';
  const refused = NOT_ENFORCED.find(
    (keyword) => typeof node[keyword] === 'number' || typeof node[keyword] === 'string',
  );
  if (api === 'anthropic' && refused !== undefined) return `schema: ${refused} is not supported`;
  const properties = Node.safeParse(node.properties).data;
  if (node.type === 'object') {
    const required = new Set(z.array(z.string()).safeParse(node.required).data);
    if (node.additionalProperties !== false) return 'schema: additionalProperties must be false';
    if (Object.keys(properties ?? {}).some((name) => !required.has(name))) return 'schema: optional properties';
  }
  return (
    firstFault(Object.values(properties ?? {}), api) ??
    findSchemaFault(node.items, api) ??
    findSchemaFault(node.anyOf, api)
  );
}

const firstFault = (nodes: readonly unknown[], api: ModelApi) =>
  nodes.map((node) => findSchemaFault(node, api)).find((fault) => fault !== undefined);
