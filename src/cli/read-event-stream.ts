import type { IncomingMessage } from 'node:http';

export interface StreamEvent {
  id: string | undefined;
  type: string;
  data: string;
}

/** Parses Server-Sent Events as they arrive. */
export async function* readEventStream(response: IncomingMessage): AsyncGenerator<StreamEvent> {
  response.setEncoding('utf8');
  let waiting = '';
  for await (const chunk of response) {
    waiting += (chunk as string).replaceAll('\r\n', '\n');
    const whole = waiting.split('\n\n');
    waiting = whole.pop() ?? '';
    for (const block of whole) {
      const event = readBlock(block);
      if (event !== undefined) yield event;
    }
  }
}

function readBlock(block: string): StreamEvent | undefined {
  let id: string | undefined;
  let type = 'message';
  const data: string[] = [];
  for (const line of block.split('\n')) {
    const [, name, value = ''] = /^(\w+)(?:: ?(.*))?$/s.exec(line) ?? [];
    if (name === 'id') id = value;
    else if (name === 'event') type = value;
    else if (name === 'data') data.push(value);
  }
  return data.length === 0 && id === undefined ? undefined : { id, type, data: data.join('\n') };
}
