/** What a model is told in one request, whatever the wire format. */
export interface Conversation {
  model: string;
  /** The tools it is offered, by the names the client gave them. */
  tools: Tool[];
  /** What the tools answered so far, oldest first. */
  results: ToolResult[];
}

export interface ToolResult {
  /** The call it answers, by whatever the format knows it: its id, its name or both. */
  of: string;
  text: string;
}

export interface Tool {
  name: string;
  /** Some clients offer the tools of a server as a group, and want its name with every call. */
  group?: string;
}

/** What a model answers: a tool to call, or words to end with. */
export type Reply = { call: ToolCall } | { text: string };

export interface ToolCall {
  id: string;
  tool: Tool;
  input: Fields;
}

/** One format in which models are spoken to. */
export interface Wire {
  /** Whether a request to this path is one to the model. */
  matches(path: string): boolean;
  read(body: Fields, path: string): Conversation;
  /** Whether the whole answer is wanted at once, or in events as it is made. */
  streams(body: Fields, path: string): boolean;
  /** The answer as server-sent events, without the encoding. */
  events(reply: Reply, model: string): WireEvent[];
  /** The answer as one object. */
  whole(reply: Reply, model: string): Fields;
}

export interface WireEvent {
  /** Named where the format names its events. */
  event?: string;
  data: Fields | string;
}

export type Fields = { [name: string]: unknown };

export const fieldsOf = (value: unknown): Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : {};
export const listOf = (value: unknown): Fields[] => (Array.isArray(value) ? value.map(fieldsOf) : []);
export const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

/** The words of a content that is a text, or a list of parts of which some are texts. */
export const wordsOf = (content: unknown): string =>
  typeof content === 'string'
    ? content
    : listOf(content)
        .map((part) => textOf(part['text']))
        .filter((text) => text !== '')
        .join('\n');
