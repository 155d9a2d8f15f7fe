import { type Fields, type Reply, type Wire, fieldsOf, listOf, textOf } from './conversation.ts';

const PATH = /\/models\/([^/:]+):(generateContent|streamGenerateContent)$/;

/** Google's generateContent, for Gemini CLI. */
export const geminiContent: Wire = {
  matches: (path) => PATH.test(path),
  streams: (_body, path) => PATH.exec(path)?.[2] === 'streamGenerateContent',
  read: (body, path) => ({
    model: PATH.exec(path)?.[1] ?? '',
    tools: listOf(body['tools'])
      .flatMap((tool) => listOf(tool['functionDeclarations']))
      .map((tool) => ({ name: textOf(tool['name']) })),
    results: listOf(body['contents'])
      .flatMap((content) => listOf(content['parts']))
      .filter((part) => part['functionResponse'] !== undefined)
      .map((part) => fieldsOf(part['functionResponse']))
      .map(({ id, name, response: answer }) => ({
        of: `${textOf(id)} ${textOf(name)}`,
        text: answerIn(fieldsOf(answer)),
      })),
  }),
  events: (reply, model) => [{ data: response(reply, model) }],
  whole: (reply, model) => response(reply, model),
};

/** The client wraps a tool's answer in one of two fields. */
const answerIn = (response: Fields): string =>
  [response['output'], response['error']].map(textOf).find((text) => text !== '') ?? JSON.stringify(response);

const response = (reply: Reply, model: string): Fields => ({
  candidates: [
    {
      index: 0,
      finishReason: 'STOP',
      content: {
        role: 'model',
        parts: [
          'call' in reply
            ? { functionCall: { id: reply.call.id, name: reply.call.tool.name, args: reply.call.input } }
            : { text: reply.text },
        ],
      },
    },
  ],
  usageMetadata: { promptTokenCount: 100, candidatesTokenCount: 20, totalTokenCount: 120 },
  modelVersion: model,
});
