import type { AgentClient } from '#contract/clients/client.ts';
import { claudeCode } from './claude-code.ts';
import { codex } from './codex.ts';
import { gemini } from './gemini.ts';
import { opencode } from './opencode.ts';
import { qwen } from './qwen.ts';
import type { RunClient } from './run-client.ts';

/** A client that is known here. */
export interface BuiltIn {
  client: RunClient;
  /** Its id in `baton init`. */
  id: AgentClient;
  aliases: readonly string[];
  program: string;
  install: string;
}

const byNpm = (name: string): string => `npm install -g ${name}`;

/** In the order in which they are looked for. */
export const BUILT_IN: readonly BuiltIn[] = [
  {
    client: claudeCode,
    id: 'claude',
    aliases: ['claude'],
    program: 'claude',
    install: byNpm('@anthropic-ai/claude-code'),
  },
  { client: codex, id: 'codex', aliases: [], program: 'codex', install: byNpm('@openai/codex') },
  { client: gemini, id: 'gemini', aliases: ['gemini-cli'], program: 'gemini', install: byNpm('@google/gemini-cli') },
  { client: opencode, id: 'opencode', aliases: [], program: 'opencode', install: byNpm('opencode-ai') },
  { client: qwen, id: 'qwen', aliases: ['qwen-code'], program: 'qwen', install: byNpm('@qwen-code/qwen-code') },
];
