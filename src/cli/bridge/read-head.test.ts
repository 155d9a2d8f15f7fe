import { expect, test } from 'vitest';
import { readHead } from './read-head.ts';

const head = (...lines: string[]) => ['HTTP/1.1 200 OK', ...lines, ''].join('\r\n');
const TYPE = 'content-type: application/json; charset=utf-8';

test('a plain answer says how long it is, and whether more may follow it', () => {
  expect(readHead(head(TYPE, 'Content-Length: 12'))).toEqual({ status: 200, length: 12, isKept: true });
  expect(readHead(head('content-length:0', 'Content-Type:application/json', 'connection: keep-alive'))).toEqual({
    status: 200,
    length: 0,
    isKept: true,
  });
  expect(readHead(head(TYPE, 'content-length: 5', 'Connection: Close'))).toMatchObject({ isKept: false });
  expect(readHead(head(TYPE, 'content-length: 5').replace('200 OK', '429 Too Many Requests'))).toMatchObject({
    status: 429,
  });
});

test.each([
  ['no length', [TYPE]],
  ['pieces', [TYPE, 'transfer-encoding: chunked']],
  ['pieces and a length', [TYPE, 'content-length: 5', 'Transfer-Encoding: chunked']],
  ['two lengths', [TYPE, 'content-length: 5', 'x-other: 1', 'Content-Length: 6']],
  ['two lengths in one', [TYPE, 'content-length: 5, 6']],
  ['a length that is no number', [TYPE, 'content-length: -5']],
  ['a length beyond reason', [TYPE, 'content-length: 123456789']],
  ['a header over two lines', [TYPE, 'content-length: 5', ' transfer-encoding: chunked']],
  ['a packed body', [TYPE, 'content-length: 5', 'content-encoding: gzip']],
  ['a page', ['content-type: text/html', 'content-length: 5']],
  ['events', ['content-type: text/event-stream', 'content-length: 5']],
  ['a length only in another header', [TYPE, 'x-content-length: 5']],
])('%s: not read here', (_what, lines) => {
  expect(readHead(head(...lines))).toBeUndefined();
});

test.each(['HTTP/1.0 200 OK', 'HTTP/1.1 100 Continue', 'HTTP/1.1 2000 OK', 'ICY 200 OK'])(
  '%s: not read here',
  (line) => {
    expect(readHead([line, TYPE, 'content-length: 5', ''].join('\r\n'))).toBeUndefined();
  },
);
