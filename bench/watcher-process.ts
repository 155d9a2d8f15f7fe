import { Agent, get } from 'node:http';

/** Commands to a process with many watchers. */
export type WatcherOrder = { open: string; headers: Record<string, string>; count: number } | { report: true };
/** `opened` when all are connected; then, on request, when each of them received each number. */
export type WatcherWord = { opened: number } | Heard;
export interface Heard {
  heard: [seq: number, atMs: number][];
  /** Bytes received since the last report. */
  bytes: number;
}

/** A monotonic clock shared by all processes of a machine. */
export const monotonicMs = () => Number(process.hrtime.bigint()) / 1e6;

const say = (word: WatcherWord) => void process.send?.(word);
let heard: [number, number][] = [];
let bytes = 0;

function watch(url: string, headers: Record<string, string>): Promise<void> {
  return new Promise((resolve, reject) => {
    get(url, { agent: new Agent(), headers }, (answer) => {
      if (answer.statusCode !== 200) return reject(new Error(`a watcher was answered ${answer.statusCode}`));
      let rest = '';
      answer.setEncoding('utf8').on('data', (text: string) => {
        const at = monotonicMs();
        bytes += Buffer.byteLength(text);
        const lines = (rest + text).split('\n');
        rest = lines.pop() ?? '';
        for (const line of lines) {
          if (line.startsWith('event: ready')) resolve();
          if (line.startsWith('id: ')) heard.push([Number(line.slice(4)), at]);
        }
      });
    }).once('error', reject);
  });
}

if (process.send) {
  process.on('message', (order: WatcherOrder) => {
    if ('report' in order) {
      say({ heard, bytes });
      [heard, bytes] = [[], 0];
      return;
    }
    const all = Array.from({ length: order.count }, () => watch(order.open, order.headers));
    void Promise.all(all).then(() => {
      [heard, bytes] = [[], 0];
      say({ opened: order.count });
    });
  });
}
