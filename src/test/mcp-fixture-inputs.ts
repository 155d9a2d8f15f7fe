import {
  CLIENT_CAPABILITIES_META_KEY,
  type CallToolResult,
  type InputRequiredResult,
  ProtocolError,
  ProtocolErrorCode,
  type ServerContext,
  acceptedContent,
  createRequestStateCodec,
  inputRequired,
  inputResponse,
} from '@modelcontextprotocol/server';

/** Tools of the conformance suite that ask the client for input. In tests only: Baton's own tools never do. */
export type FixtureTool = (ctx: ServerContext) => Promise<CallToolResult | InputRequiredResult>;

const codec = createRequestStateCodec<{ step: string }>({ key: new Uint8Array(32).fill(7) });

const say = (text: string): CallToolResult => ({ content: [{ type: 'text', text }] });

type Shape = { type: 'string' } | { type: 'boolean' };

const ask = (message: string, field: string, shape: Shape = { type: 'string' }) =>
  inputRequired.elicit({
    message,
    requestedSchema: { type: 'object', properties: { [field]: shape }, required: [field] },
  });

const sample = (text: string) =>
  inputRequired.createMessage({ messages: [{ role: 'user', content: { type: 'text', text } }], maxTokens: 100 });

/** The client capabilities of the request. */
export function capabilitiesOf(ctx: ServerContext): Record<string, unknown> {
  const envelope = ctx.mcpReq.envelope as Record<string, unknown> | undefined;
  return (envelope?.[CLIENT_CAPABILITIES_META_KEY] ?? {}) as Record<string, unknown>;
}

/** The step encoded in the echoed state. A tampered state is refused. */
async function stepOf(ctx: ServerContext): Promise<string | undefined> {
  const state = ctx.mcpReq.requestState<string>();
  if (state === undefined) return undefined;
  try {
    return (await codec.verify(state, ctx)).step;
  } catch {
    throw new ProtocolError(ProtocolErrorCode.InvalidParams, 'Invalid or expired requestState');
  }
}

async function askToConfirm(ctx: ServerContext) {
  const step = await stepOf(ctx);
  if (step === 'confirm' && acceptedContent(ctx.mcpReq.inputResponses, 'confirm') !== undefined) return say('state-ok');
  return inputRequired({
    inputRequests: { confirm: ask('Please confirm', 'ok', { type: 'boolean' }) },
    requestState: await codec.mint({ step: 'confirm' }, ctx),
  });
}

/** Asks for a name until it is valid. */
async function greet(ctx: ServerContext): Promise<CallToolResult | InputRequiredResult> {
  const name = acceptedContent(ctx.mcpReq.inputResponses, 'user_name')?.['name'];
  if (typeof name === 'string') return say(`Hello, ${name}!`);
  return inputRequired({ inputRequests: { user_name: ask('What is your name?', 'name') } });
}

export const INPUT_TOOLS: Readonly<Record<string, FixtureTool>> = {
  test_input_required_result_elicitation: greet,
  test_streaming_elicitation: greet,
  async test_input_required_result_sampling(ctx) {
    const answer = inputResponse(ctx.mcpReq.inputResponses, 'capital_question');
    if (answer.kind === 'sampling') return say(JSON.stringify(answer.result.content));
    return inputRequired({ inputRequests: { capital_question: sample('What is the capital of France?') } });
  },
  async test_input_required_result_list_roots(ctx) {
    const answer = inputResponse(ctx.mcpReq.inputResponses, 'client_roots');
    if (answer.kind === 'roots') return say(answer.roots.map(({ uri }) => uri).join(', '));
    return inputRequired({ inputRequests: { client_roots: inputRequired.listRoots() } });
  },
  test_input_required_result_request_state: askToConfirm,
  test_input_required_result_tampered_state: askToConfirm,
  async test_input_required_result_multiple_inputs(ctx) {
    const { inputResponses } = ctx.mcpReq;
    const keys = ['user_name', 'greeting', 'client_roots'];
    const isComplete = keys.every((key) => inputResponse(inputResponses, key).kind !== 'missing');
    if ((await stepOf(ctx)) === 'all' && isComplete) return say('All three arrived.');
    return inputRequired({
      inputRequests: {
        user_name: ask('What is your name?', 'name'),
        greeting: sample('Generate a greeting'),
        client_roots: inputRequired.listRoots(),
      },
      requestState: await codec.mint({ step: 'all' }, ctx),
    });
  },
  async test_input_required_result_multi_round(ctx) {
    const step = await stepOf(ctx);
    const has = (key: string) => acceptedContent(ctx.mcpReq.inputResponses, key) !== undefined;
    if (step === 'second' && has('step2')) return say('Both steps are done.');
    if (step === 'first' && has('step1'))
      return inputRequired({
        inputRequests: { step2: ask('Step 2: What is your favorite color?', 'color') },
        requestState: await codec.mint({ step: 'second' }, ctx),
      });
    return inputRequired({
      inputRequests: { step1: ask('Step 1: What is your name?', 'name') },
      requestState: await codec.mint({ step: 'first' }, ctx),
    });
  },
  async test_input_required_result_capabilities(ctx) {
    const can = capabilitiesOf(ctx);
    return inputRequired({
      inputRequests: {
        ...('sampling' in can ? { sampled: sample('Say anything') } : {}),
        ...('elicitation' in can ? { asked: ask('Say anything', 'word') } : {}),
      },
    });
  },
};
