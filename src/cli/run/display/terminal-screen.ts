import type { Agent } from '../agent.ts';
import { blockLines, resultLines, summaryLines, wrap } from './lines.ts';
import { paintAnsi } from './paint.ts';
import type { Asked, ReadRun, Screen } from './screen.ts';
import { cutTo, oneLine, textWidth } from './text-width.ts';

const REDRAW_MS = 1_000;
const HIDE_CURSOR = '\u001b[?25l';
const SHOW_CURSOR = '\u001b[?25h';
const CLEAR_BELOW = '\u001b[J';
const FOLLOWED_LINES = 10;

const HELP = [
  'p      pause: agents finish their task, no new one starts; again: go on',
  'f      finish current tasks, then stop; so does Ctrl+C, and twice it stops now',
  '1-9    follow the output of that agent; again: stop following',
  'o      open the project in the browser',
];

/** An address stays whole, so that it can be clicked and copied. */
const headText = (line: string, width: number): string =>
  line.split(' ').some((word) => textWidth(word) > width) ? line : wrap(line, width).join('\n');

export interface Terminal {
  output: Pick<NodeJS.WriteStream, 'write' | 'columns' | 'rows' | 'on' | 'off'>;
  input: NodeJS.ReadStream;
  now(): Date;
}

/** What ended scrolls up and stays; below it a block that is redrawn in place, once a second at most. */
export function openTerminalScreen({ output, input, now }: Terminal, read: ReadRun, asked: Asked): Screen {
  let drawn = 0;
  let isOpen = false;
  let followed: Agent | undefined;
  const columns = () => Math.max(20, output.columns ?? 80);

  const erase = () => (drawn === 0 ? '' : `\r\u001b[${drawn}A${CLEAR_BELOW}`);
  const block = () => {
    const lines = blockLines(read(), now(), { columns: columns() - 1, rows: output.rows ?? 24 }, paintAnsi);
    drawn = lines.length;
    return `${lines.join('\n')}\n`;
  };
  /** In one write, so that nothing flickers. */
  const put = (lines: readonly string[]) => {
    const above = lines.map((line) => `${line}\n`).join('');
    output.write(isOpen ? erase() + above + block() : above);
  };
  const redraw = () => put([]);
  const timer = setInterval(redraw, REDRAW_MS);

  const follow = (agent: Agent | undefined) => {
    if (agent === undefined) return;
    followed = followed === agent ? undefined : agent;
    if (followed === undefined) put([`no longer following ${agent.name}`]);
    else put([`following ${agent.name}`, ...agent.tail.last(FOLLOWED_LINES).map((line) => followedLine(agent, line))]);
  };
  const followedLine = ({ name }: Agent, line: string) =>
    paintAnsi('dim', cutTo(`${name} │ ${oneLine(line)}`, columns() - 1));
  const onKey = (keys: string) => {
    for (const key of keys) {
      if (key === '\u0003') asked.interrupt();
      else if (key === 'p') asked.pauseOrResume();
      else if (key === 'f') asked.finish();
      else if (key === 'o') asked.open();
      else if (key === '?') put(HELP);
      else if (/[1-9]/.test(key)) follow(read().agents[Number(key) - 1]);
    }
    redraw();
  };
  const close = () => {
    clearInterval(timer);
    process.off('exit', close);
    output.off('resize', redraw);
    if (!isOpen) return;
    isOpen = false;
    drawn = 0;
    output.write(SHOW_CURSOR);
    input.off('data', onKey);
    if (input.isTTY) input.setRawMode(false);
    input.pause();
  };
  const open = () => {
    isOpen = true;
    // Also after a crash: without it the shell would show nothing that is typed.
    process.once('exit', close);
    output.on('resize', redraw);
    output.write(HIDE_CURSOR);
    if (!input.isTTY) return;
    input.setRawMode(true);
    input.setEncoding('utf8');
    input.on('data', onKey);
    input.resume();
  };

  return {
    head(lines) {
      for (const line of lines) output.write(`${headText(line, columns() - 1)}\n`);
      output.write('\n');
      open();
      redraw();
    },
    say: (text) => put(text.split('\n').map((line) => paintAnsi('dim', cutTo(oneLine(line), columns() - 1)))),
    // The timer shows it: an agent that moves often would flicker.
    moved: () => undefined,
    line(agent, text) {
      if (agent === followed) put([followedLine(agent, text)]);
    },
    result: (result) => put(resultLines(result, columns() - 1, paintAnsi)),
    end(summary) {
      if (isOpen) output.write(erase());
      close();
      for (const line of summaryLines(summary, paintAnsi)) output.write(`${line}\n`);
    },
    close,
  };
}
