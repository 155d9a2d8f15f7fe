import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { Readable } from 'node:stream';
import { expect, test } from 'vitest';
import { readEventStream } from './read-event-stream.ts';

function eventsOf(...chunks: (string | Buffer)[]) {
  const response = new IncomingMessage(new Socket());
  for (const chunk of [...chunks, null]) response.push(chunk);
  return Readable.from(readEventStream(response)).toArray();
}

test('an event is read whole, whatever is written in it', async () => {
  const data = '{"a":"x\u2028y\u2029z: "}';
  const bytes = Buffer.from(`id: 5\nevent: change\ndata: ${data}\n\n`);
  const cut = bytes.indexOf(0xe2) + 1;
  expect(await eventsOf(bytes.subarray(0, cut), bytes.subarray(cut))).toEqual([{ id: '5', type: 'change', data }]);
});

test('comments and the wish for a pause are no events', async () => {
  expect(await eventsOf(': still here\n\nretry: 1000\n\n')).toEqual([]);
});
