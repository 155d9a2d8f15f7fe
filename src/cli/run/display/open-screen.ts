import { openJsonScreen } from './json-screen.ts';
import { openPlainScreen } from './plain-screen.ts';
import type { Asked, ReadRun, Screen } from './screen.ts';
import { openTerminalScreen } from './terminal-screen.ts';

interface Chosen {
  isJson: boolean;
  /** NO_COLOR, or a terminal that knows no colours. */
  isPlain: boolean;
  now(): Date;
}

export function openScreen({ isJson, isPlain, now }: Chosen, read: ReadRun, asked: Asked): Screen {
  const write = (line: string) => void process.stdout.write(`${line}\n`);
  if (isJson) return openJsonScreen(write, now);
  if (isPlain || !process.stdout.isTTY) return openPlainScreen(write, now);
  return openTerminalScreen({ output: process.stdout, input: process.stdin, now }, read, asked);
}
