/** One request to a model, independent of the wire format. */
export interface Conversation {
  model: string;
  /** The offered tools, by the client's names. */
  tools: Tool[];
  /** Tool results so far, oldest first. */
  results: ToolResult[];
}

export interface ToolResult {
  /** The answered call, by id, name or both. */
  of: string;
  text: string;
}

export interface Tool {
  name: string;
  /** Some clients group a server's tools, and need the group's name with every call. */
  group?: string;
}

/** A tool call, or the final text. */
export type Reply = { call: ToolCall } | { text: string };

export interface ToolCall {
  id: string;
  tool: Tool;
  input: Fields;
}

/** One wire format. */
export interface Wire {
  /** Whether this path is the model's endpoint. */
  matches(path: string): boolean;
  read(body: Fields, path: string): Conversation;
  /** Whether a streamed answer is requested. */
  streams(body: Fields, path: string): boolean;
  /** The answer as server-sent events, unencoded. */
  events(reply: Reply, model: string): WireEvent[];
  /** The answer as one object. */
  whole(reply: Reply, model: string): Fields;
}

export interface WireEvent {
  /** The event's name, where the format has one. */
  event?: string;
  data: Fields | string;
}

export type Fields = { [name: string]: unknown };

export const fieldsOf = (value: unknown): Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : {};
export const listOf = (value: unknown): Fields[] => (Array.isArray(value) ? value.map(fieldsOf) : []);
export const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

/** The text of a string content, or of the text parts of a list. */
export const wordsOf = (content: unknown): string =>
  typeof content === 'string'
    ? content
    : listOf(content)
        .map((part) => textOf(part['text']))
        .filter((text) => text !== '')
        .join('\n');
