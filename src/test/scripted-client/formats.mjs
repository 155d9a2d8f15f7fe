import { resolve } from 'node:path';

/** What each client prints, in the shapes of its format; the words are our own. */
export function openFormat(name) {
  const open = FORMATS[name];
  if (open === undefined) throw new Error(`There is no format ${name}.`);
  return open((value) => process.stdout.write(typeof value === 'string' ? `${value}\n` : `${JSON.stringify(value)}\n`));
}

const TOKENS = 120;

const plain = (print) => ({
  begin: () => print('The scripted client begins.'),
  said: (text) => print(text),
  line: (text) => print(text),
  edit: (file) => print(`wrote ${file}`),
  run: (command) => print(`ran ${command}`),
  tool: (tool) => print(`called ${tool}`),
  limit: (text = 'You have reached your usage limit. Try again in 2 hours.') => print(text),
  unknown: () => print('\u{1b}[31m{"type":"\u{7}'),
  end: () => print('The scripted client ends.'),
});

function claude(print) {
  let count = 0;
  const message = (content) => {
    count += 1;
    return print({
      type: 'assistant',
      message: {
        id: `msg_${count}`,
        type: 'message',
        role: 'assistant',
        model: 'scripted',
        content: [content],
        usage: { input_tokens: TOKENS - 20, output_tokens: 20 },
      },
      parent_tool_use_id: null,
    });
  };
  const use = (name, input) => message({ type: 'tool_use', id: `toolu_${count}`, name, input });
  const result = (more) =>
    print({
      type: 'result',
      num_turns: count,
      usage: { input_tokens: count * (TOKENS - 20), output_tokens: count * 20 },
      total_cost_usd: count / 100,
      ...more,
    });
  return {
    begin: () => print({ type: 'system', subtype: 'init', cwd: process.cwd(), tools: [], model: 'scripted' }),
    said: (text) => message({ type: 'text', text }),
    line: (text) => message({ type: 'text', text }),
    edit: (file) => use('Write', { file_path: resolve(file), content: '' }),
    run: (command) => use('Bash', { command }),
    tool: (tool, input) => use(`mcp__baton__${tool}`, input),
    limit(text = "You've hit your limit · resets 3am (Europe/Berlin)") {
      message({ type: 'text', text });
      result({ subtype: 'success', is_error: true, result: text });
    },
    unknown: () => print({ type: 'thought_bubble', thought: 'Hm.' }),
    end: () => result({ subtype: 'success', is_error: false, result: 'Done.' }),
  };
}

function codex(print) {
  let count = 0;
  const item = (fields) => {
    count += 1;
    const whole = { id: `item_${count}`, ...fields };
    print({ type: 'item.started', item: { ...whole, status: 'in_progress' } });
    return print({ type: 'item.completed', item: { ...whole, status: 'completed' } });
  };
  const message = (text) => print({ type: 'item.completed', item: { id: 'item_0', type: 'agent_message', text } });
  return {
    begin() {
      print({ type: 'thread.started', thread_id: 'scripted' });
      print({ type: 'turn.started' });
    },
    said: message,
    line: message,
    edit: (file) => item({ type: 'file_change', changes: [{ path: resolve(file), kind: 'add' }] }),
    run: (command) =>
      item({ type: 'command_execution', command: `/bin/bash -lc '${command}'`, aggregated_output: '', exit_code: 0 }),
    tool: (tool, input) => item({ type: 'mcp_tool_call', server: 'baton-run', tool, arguments: input }),
    limit(text = "You've hit your usage limit. Try again in 4 hours 12 minutes.") {
      print({ type: 'error', message: text });
      print({ type: 'turn.failed', error: { message: text } });
    },
    unknown: () => print({ type: 'turn.dreamt', dream: 'Hm.' }),
    end: () => print({ type: 'turn.completed', usage: { input_tokens: TOKENS - 20, output_tokens: 20 } }),
  };
}

function gemini(print) {
  const delta = (content) => print({ type: 'message', role: 'assistant', content, delta: true });
  const use = (tool_name, parameters) => {
    print({ type: 'tool_use', tool_name, tool_id: tool_name, parameters });
    return print({ type: 'tool_result', tool_id: tool_name, status: 'success', output: '' });
  };
  const stats = { total_tokens: TOKENS, input_tokens: TOKENS - 20, output_tokens: 20 };
  return {
    begin() {
      print({ type: 'init', session_id: 'scripted', model: 'scripted' });
      print({ type: 'message', role: 'user', content: 'The prompt.' });
    },
    said: delta,
    line: delta,
    edit: (file) => use('write_file', { file_path: resolve(file), content: '' }),
    run: (command) => use('run_shell_command', { command }),
    tool: (tool, input) => use(`mcp_baton-run_${tool}`, input),
    limit: (text = 'You have exhausted your capacity on this model. Your quota will reset after 3h12m5s.') =>
      print({ type: 'result', status: 'error', error: { type: 'TerminalQuotaError', message: text }, stats }),
    unknown: () => print({ type: 'daydream', dream: 'Hm.' }),
    end: () => print({ type: 'result', status: 'success', stats }),
  };
}

function opencode(print) {
  const part = (type, fields) => print({ type, timestamp: 0, sessionID: 'ses_scripted', part: fields });
  const use = (tool, input) =>
    part('tool_use', { type: 'tool', tool, state: { status: 'completed', input, output: '' } });
  const finish = () => part('step_finish', { reason: 'stop', tokens: { input: TOKENS - 20, output: 20 }, cost: 0.01 });
  return {
    begin: () => part('step_start', { type: 'step-start' }),
    said: (text) => part('text', { type: 'text', text }),
    line: (text) => part('text', { type: 'text', text }),
    edit: (file) => use('write', { filePath: resolve(file), content: '' }),
    run: (command) => use('bash', { command }),
    tool: (tool, input) => use(`baton-run_${tool}`, input),
    limit: (text = 'You exceeded your current quota. Please retry in 41.5s.') =>
      print({ type: 'error', error: { name: 'APIError', data: { message: text, statusCode: 429 } } }),
    unknown: () => part('snore', {}),
    end: finish,
  };
}

/** Qwen Code prints what Claude Code prints. */
const FORMATS = { plain, claude, qwen: claude, codex, gemini, opencode };
