import type { ClientFile, ConfigTable } from './client.ts';

/** The clients that support hooks, and the names of the events in `baton hook`. */
export const HOOK_CLIENTS = ['claude', 'codex', 'gemini', 'cursor'] as const;
export type HookClient = (typeof HOOK_CLIENTS)[number];
export const HOOK_EVENTS = ['session-start', 'pre-compact', 'stop'] as const;
export type HookEvent = (typeof HOOK_EVENTS)[number];

/** Identifies a hook as ours, whatever else its command contains. */
export const hookMark = (client: HookClient, event: HookEvent): string =>
  event === 'session-start' ? `baton prime --hook ${client}` : `baton hook ${client} ${event}`;

/** On a machine without the command line the hook must do nothing instead of failing at every turn. */
const hookCommand = (client: HookClient, event: HookEvent): string =>
  `command -v baton >/dev/null 2>&1 && ${hookMark(client, event)} || true`;

const SECONDS = 10;

/** Claude Code and Codex: groups with a matcher; timeouts in seconds. */
function grouped(client: HookClient, names: Record<HookEvent, string>, matcher: string, timeout: number): ConfigTable {
  const group = (event: HookEvent, head: ConfigTable): ConfigTable[string] => [
    { ...head, hooks: [{ type: 'command', command: hookCommand(client, event), timeout }] },
  ];
  return {
    [names['session-start']]: group('session-start', matcher === '' ? {} : { matcher }),
    [names['pre-compact']]: group('pre-compact', {}),
    [names.stop]: group('stop', {}),
  };
}

const CLAUDE_NAMES = { 'session-start': 'SessionStart', 'pre-compact': 'PreCompact', stop: 'Stop' } as const;
const SESSIONS = 'startup|resume|clear|compact';

export const claudeHooks: ClientFile = {
  file: '.claude/settings.json',
  format: 'json',
  entry: { hooks: grouped('claude', CLAUDE_NAMES, SESSIONS, SECONDS) },
};

export const codexHooks: ClientFile = {
  file: '.codex/hooks.json',
  format: 'json',
  entry: { hooks: grouped('codex', CLAUDE_NAMES, SESSIONS, SECONDS) },
};

/** Gemini CLI: timeouts in milliseconds, and a literal matcher for these events, where none means all. */
export const geminiHooks: ClientFile = {
  file: '.gemini/settings.json',
  format: 'json',
  entry: {
    hooks: grouped(
      'gemini',
      { 'session-start': 'SessionStart', 'pre-compact': 'PreCompress', stop: 'AfterAgent' },
      '',
      SECONDS * 1000,
    ),
  },
};

export const cursorHooks: ClientFile = {
  file: '.cursor/hooks.json',
  format: 'json',
  entry: {
    version: 1,
    hooks: {
      sessionStart: [{ command: hookCommand('cursor', 'session-start') }],
      preCompact: [{ command: hookCommand('cursor', 'pre-compact') }],
      stop: [{ command: hookCommand('cursor', 'stop') }],
    },
  },
};
