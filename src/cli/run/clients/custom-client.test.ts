import { expect, test } from 'vitest';
import { customClient } from './custom-client.ts';
import type { Start } from './run-client.ts';
import { splitCommand } from './split-command.ts';

const start: Start = {
  folder: '/tree',
  scratch: '/scratch',
  prompt: 'Work.\n',
  promptFile: '/scratch/{brief}/prompt.md',
  briefFile: '/scratch/brief.md',
  server: { url: 'http://127.0.0.1:1', key: 'baton_key', project: 'p' },
  held: { task: 'T14', token: '7.abc', agent: 'agent-1' },
  allow: 'edit',
  verifyCommand: undefined,
  extra: ['--model', 'small'],
  baton: ['node', 'cli.mjs'],
};

test.each([
  ['a', ['a']],
  ["  my-agent  --file {prompt} -m 'two words' ", ['my-agent', '--file', '{prompt}', '-m', 'two words']],
  [String.raw`a "b \"c\" \d" e\ f ''`, ['a', String.raw`b "c" \d`, 'e f', '']],
  ['a "$(touch x)" ; rm -rf * > y', ['a', '$(touch x)', ';', 'rm', '-rf', '*', '>', 'y']],
  [`x'y'"z"`, ['xyz']],
])('%s is split into words without a shell', (command, words) => {
  expect(splitCommand(command)).toEqual(words);
});

test('a quote that is not closed is refused', () => {
  expect(() => splitCommand("a 'b")).toThrow('not closed');
});

test('placeholders become paths within a word, once', () => {
  const plan = customClient(['my-agent', '--in={prompt}', '{brief}']).plan(start);
  expect(plan).toMatchObject({
    command: 'my-agent',
    args: ['--in=/scratch/{brief}/prompt.md', '/scratch/brief.md', '--model', 'small'],
    stdin: '',
  });
});

test('without a placeholder the prompt goes to standard input, and secrets into the environment only', () => {
  const plan = customClient(['my-agent', '-v']).plan(start);
  expect(plan).toMatchObject({ args: ['-v', '--model', 'small'], stdin: 'Work.\n' });
  expect(plan.env).toEqual({
    BATON_URL: 'http://127.0.0.1:1',
    BATON_API_KEY: 'baton_key',
    BATON_PROJECT: 'p',
    BATON_AGENT: 'agent-1',
    BATON_TOKEN: '7.abc',
    BATON_TASK: 'T14',
  });
});

test.each([
  [['/opt/My_Agent.exe', '-x'], 'my-agent'],
  [['node', '--no-warnings', './scripted-client.mjs'], 'scripted-client'],
  [['python3'], 'python3'],
])('%j is named %s', (words, name) => {
  expect(customClient(words).name).toBe(name);
});
