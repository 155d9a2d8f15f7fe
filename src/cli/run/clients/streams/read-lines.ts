import type { ClientEvent, StreamReader } from '../run-client.ts';

/** A longer line is cut: nothing of a stream that is of use is that long, and memory stays bounded. */
const LINE_MAX = 1_000_000;

/** Lines of a stream that comes in chunks cut anywhere. */
export interface LineReader {
  read(chunk: string): void;
  end(): void;
}

/** `take` is given each line without its end, and whether the rest of it was thrown away. */
export function openLines(take: (line: string, isCut: boolean) => void): LineReader {
  let parts: string[] = [];
  let length = 0;
  let isCut = false;
  const keep = (text: string) => {
    const room = LINE_MAX - length;
    if (text.length > room) isCut = true;
    if (room <= 0 || text === '') return;
    parts.push(text.slice(0, room));
    length += Math.min(text.length, room);
  };
  const flush = () => {
    const line = parts.join('').replace(/\r$/, '');
    const wasCut = isCut;
    parts = [];
    length = 0;
    isCut = false;
    if (line !== '') take(line, wasCut);
  };
  return {
    read(chunk) {
      let from = 0;
      for (let at = chunk.indexOf('\n'); at !== -1; at = chunk.indexOf('\n', from)) {
        keep(chunk.slice(from, at));
        flush();
        from = at + 1;
      }
      keep(from === 0 ? chunk : chunk.slice(from));
    },
    end: flush,
  };
}

/** A reader whose events come from whole lines. */
export function openLineEvents(readLine: (line: string, isCut: boolean) => readonly ClientEvent[]): StreamReader {
  let events: ClientEvent[] = [];
  const lines = openLines((line, isCut) => {
    if (line.trim() !== '') events.push(...readLine(line, isCut));
  });
  const taken = () => {
    const read = events;
    events = [];
    return read;
  };
  return {
    read(chunk) {
      lines.read(chunk);
      return taken();
    },
    end() {
      lines.end();
      return taken();
    },
  };
}
