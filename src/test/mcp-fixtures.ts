import {
  type CallToolResult,
  type GetPromptResult,
  type InputRequiredResult,
  MissingRequiredClientCapabilityError,
  ProtocolError,
  ProtocolErrorCode,
  type ReadResourceResult,
  type ServerContext,
  acceptedContent,
  inputRequired,
} from '@modelcontextprotocol/server';
import type { Extend } from '#server/agent/door/serve-by-sdk.ts';
import { listTools } from '#server/agent/door/tool-list.ts';
import { type FixtureTool, INPUT_TOOLS, capabilitiesOf } from './mcp-fixture-inputs.ts';

/** A minimal image and a minimal sound. */
const PIXEL = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg==';
const SILENCE = 'UklGRiQAAABXQVZFZm10IBAAAAABAAEAQB8AAEAfAAABAAgAZGF0YQAAAAA=';

const say = (text: string): CallToolResult => ({ content: [{ type: 'text', text }] });
const image = { type: 'image', data: PIXEL, mimeType: 'image/png' } as const;

/** Nobody answers, so the timeout is short. */
const WAIT = { timeout: 500 };

type Args = Record<string, unknown>;

const TOOLS: Readonly<Record<string, (ctx: ServerContext, args: Args) => ReturnType<FixtureTool>>> = {
  ...INPUT_TOOLS,
  test_simple_text: async () => say('This is a simple text response for testing.'),
  test_image_content: async () => ({ content: [image] }),
  test_audio_content: async () => ({ content: [{ type: 'audio', data: SILENCE, mimeType: 'audio/wav' }] }),
  test_embedded_resource: async () => ({
    content: [
      {
        type: 'resource',
        resource: {
          uri: 'test://embedded-resource',
          mimeType: 'text/plain',
          text: 'This is an embedded resource content.',
        },
      },
    ],
  }),
  test_multiple_content_types: async () => ({
    content: [
      { type: 'text', text: 'Multiple content types test:' },
      image,
      {
        type: 'resource',
        resource: {
          uri: 'test://mixed-content-resource',
          mimeType: 'application/json',
          text: '{"test":"data","value":123}',
        },
      },
    ],
  }),
  async test_tool_with_logging(ctx) {
    for (const data of ['Tool execution started', 'Tool processing data', 'Tool execution completed'])
      await ctx.mcpReq.notify({ method: 'notifications/message', params: { level: 'info', data } });
    return say('Three lines were logged.');
  },
  test_logging_tool: async () => say('Nobody asked for a log, and none is sent.'),
  test_error_handling: async () => ({
    isError: true,
    content: [{ type: 'text', text: 'This tool intentionally returns an error for testing' }],
  }),
  async test_tool_with_progress(ctx) {
    const progressToken = ctx.mcpReq._meta?.progressToken;
    if (progressToken !== undefined)
      for (const progress of [0, 50, 100])
        await ctx.mcpReq.notify({ method: 'notifications/progress', params: { progressToken, progress, total: 100 } });
    return say('Done in three steps.');
  },
  async test_missing_capability(ctx) {
    if (!('sampling' in capabilitiesOf(ctx)))
      throw new MissingRequiredClientCapabilityError({ requiredCapabilities: { sampling: {} } });
    return say('The client can sample.');
  },
  test_trigger_tool_change: async () => say('The list of tools never changes.'),
  test_trigger_prompt_change: async () => say('The list of prompts never changes.'),
  // The four below send requests to the client, as in earlier revisions: see the exclusions of the conformance run.
  async test_sampling(ctx, { prompt }) {
    const { content } = await ctx.mcpReq.send(
      {
        method: 'sampling/createMessage',
        params: { messages: [{ role: 'user', content: { type: 'text', text: String(prompt) } }], maxTokens: 100 },
      },
      WAIT,
    );
    return say(`LLM response: ${JSON.stringify(content)}`);
  },
  test_elicitation: (ctx, { message }) => elicit(ctx, String(message), { username: { type: 'string' } }),
  test_elicitation_sep1034_defaults: (ctx) =>
    elicit(ctx, 'Defaults', { name: { type: 'string', default: 'John Doe' }, age: { type: 'integer', default: 30 } }),
  test_elicitation_sep1330_enums: (ctx) =>
    elicit(ctx, 'Choices', { untitled: { type: 'string', enum: ['option1', 'option2', 'option3'] } }),
};

async function elicit(ctx: ServerContext, message: string, properties: object): Promise<CallToolResult> {
  const params = { message, requestedSchema: { type: 'object', properties } };
  const { action } = await ctx.mcpReq.send({ method: 'elicitation/create', params }, WAIT);
  return say(`Elicitation completed: action=${action}`);
}

const PROMPTS: Readonly<Record<string, (args: Args, ctx: ServerContext) => GetPromptResult | InputRequiredResult>> = {
  test_simple_prompt: () => prompt({ type: 'text', text: 'This is a simple prompt for testing.' }),
  test_prompt_with_arguments: ({ arg1, arg2 }) =>
    prompt({ type: 'text', text: `Prompt with arguments: arg1='${String(arg1)}', arg2='${String(arg2)}'` }),
  test_prompt_with_embedded_resource: ({ resourceUri }) =>
    prompt(
      {
        type: 'resource',
        resource: {
          uri: String(resourceUri),
          mimeType: 'text/plain',
          text: 'Embedded resource content for testing.',
        },
      },
      { type: 'text', text: 'Please process the embedded resource above.' },
    ),
  test_prompt_with_image: () => prompt(image, { type: 'text', text: 'Please analyze the image above.' }),
  test_input_required_result_prompt(_args, ctx) {
    const context = acceptedContent(ctx.mcpReq.inputResponses, 'user_context')?.['context'];
    if (typeof context === 'string') return prompt({ type: 'text', text: `In the context of ${context}.` });
    return inputRequired({
      inputRequests: {
        user_context: inputRequired.elicit({
          message: 'What context should the prompt use?',
          requestedSchema: { type: 'object', properties: { context: { type: 'string' } }, required: ['context'] },
        }),
      },
    });
  },
};

const prompt = (...content: GetPromptResult['messages'][number]['content'][]): GetPromptResult => ({
  messages: content.map((each) => ({ role: 'user', content: each })),
});

function readFixture(uri: string): ReadResourceResult['contents'][number] {
  if (uri === 'test://static-text')
    return { uri, mimeType: 'text/plain', text: 'This is the content of the static text resource.' };
  if (uri === 'test://static-binary') return { uri, mimeType: 'image/png', blob: PIXEL };
  const id = /^test:\/\/template\/([^/]+)\/data$/.exec(uri)?.[1];
  if (id !== undefined)
    return {
      uri,
      mimeType: 'application/json',
      text: JSON.stringify({ id, templateTest: true, data: `Data for ID: ${id}` }),
    };
  throw new ProtocolError(ProtocolErrorCode.InvalidParams, `There is no resource ${uri}.`, { uri });
}

const required = (name: string) => ({ name, required: true });
const ARGUMENTS: Readonly<Record<string, { name: string; required: boolean }[]>> = {
  test_prompt_with_arguments: [required('arg1'), required('arg2')],
  test_prompt_with_embedded_resource: [required('resourceUri')],
};

/** Fixtures that the conformance suite expects besides Baton's own tools. */
export function addMcpFixtures(server: Parameters<Extend>[0]): void {
  server.registerCapabilities({ logging: {}, completions: {}, resources: { subscribe: true } });
  server.setRequestHandler('tools/list', () => ({
    tools: [
      ...listTools(),
      ...Object.keys(TOOLS).map((name) => ({
        name,
        description: 'Of the conformance suite.',
        inputSchema: { type: 'object' as const },
      })),
    ],
  }));
  server.setRequestHandler('tools/call', async ({ params }, ctx) => {
    const tool = Object.hasOwn(TOOLS, params.name) ? TOOLS[params.name] : undefined;
    if (tool === undefined) throw new ProtocolError(ProtocolErrorCode.InvalidParams, 'There is no such fixture.');
    return tool(ctx, params.arguments ?? {});
  });
  server.setRequestHandler('prompts/list', () => ({
    prompts: Object.keys(PROMPTS).map((name) => ({
      name,
      description: 'Of the conformance suite.',
      arguments: ARGUMENTS[name] ?? [],
    })),
  }));
  server.setRequestHandler('prompts/get', ({ params }, ctx) => {
    const made = PROMPTS[params.name];
    if (made === undefined) throw new ProtocolError(ProtocolErrorCode.InvalidParams, 'There is no such fixture.');
    return made(params.arguments ?? {}, ctx);
  });
  server.setRequestHandler('resources/list', () => ({
    resources: ['test://static-text', 'test://static-binary'].map((uri) => ({
      uri,
      name: uri,
      description: 'Of the conformance suite.',
    })),
  }));
  server.setRequestHandler('resources/templates/list', () => ({
    resourceTemplates: [{ uriTemplate: 'test://template/{id}/data', name: 'template' }],
  }));
  server.setRequestHandler('resources/read', ({ params }) => ({ contents: [readFixture(params.uri)] }));
  server.setRequestHandler('resources/subscribe', () => ({}));
  server.setRequestHandler('resources/unsubscribe', () => ({}));
  server.setRequestHandler('completion/complete', () => ({ completion: { values: [], total: 0, hasMore: false } }));
}
