export interface StreamEvent {
  id: string | undefined;
  type: string;
  data: string;
}

/** Incremental parser of text/event-stream: an incomplete event is buffered until its rest arrives. */
export function createEventParser(onEvent: (event: StreamEvent) => void) {
  let rest = '';
  return (text: string) => {
    const blocks = (rest + text).split(/\r?\n\r?\n/);
    rest = blocks.pop() ?? '';
    for (const block of blocks) {
      const event = readBlock(block);
      if (event) onEvent(event);
    }
  };
}

function readBlock(block: string): StreamEvent | undefined {
  let id: string | undefined;
  let type = 'message';
  const data: string[] = [];
  for (const line of block.split(/\r?\n/)) {
    const [, name = '', value = ''] = /^([^:]*): ?(.*)$/s.exec(line) ?? [];
    if (name === 'id') id = value;
    else if (name === 'event') type = value;
    else if (name === 'data') data.push(value);
  }
  return data.length > 0 ? { id, type, data: data.join('\n') } : undefined;
}

/** Reads a response body to its end, passing on each chunk of text as it arrives. */
export async function readText(body: ReadableStream<Uint8Array>, onText: (text: string) => void) {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    onText(decoder.decode(value, { stream: true }));
  }
}
