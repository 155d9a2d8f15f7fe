import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { claudeHooks } from '#contract/clients/hooks.ts';

const ROOT = join(import.meta.dirname, '../..');
const read = (file: string): unknown => JSON.parse(readFileSync(join(ROOT, file), 'utf8'));

describe('the plug-in for Claude Code', () => {
  test('is listed by the checkout, under the version of the program', () => {
    const { plugins } = read('.claude-plugin/marketplace.json') as { plugins: { name: string; source: string }[] };
    expect(plugins).toMatchObject([{ name: 'baton', source: './plugins/claude-code' }]);
    const manifest = read('plugins/claude-code/.claude-plugin/plugin.json');
    const { version } = read('package.json') as { version: string };
    expect(manifest).toMatchObject({ name: 'baton', version });
    for (const file of ['commands/work.md', 'commands/plan.md', 'skills/baton/SKILL.md'])
      expect(existsSync(join(ROOT, 'plugins/claude-code', file)), file).toBe(true);
  });

  test('runs the hooks that init writes, and says that it is the plug-in', () => {
    const { hooks } = read('plugins/claude-code/hooks/hooks.json') as { hooks: unknown };
    const withoutMark = JSON.parse(JSON.stringify(hooks).replaceAll(' --plugin', '')) as unknown;
    expect({ hooks: withoutMark }).toEqual(claudeHooks.entry);
    expect(JSON.stringify(hooks).match(/ --plugin /g)).toHaveLength(3);
  });

  test('starts the program that knows the key', () => {
    expect(read('plugins/claude-code/.mcp.json')).toEqual({
      mcpServers: { baton: { command: 'baton', args: ['mcp'] } },
    });
  });
});
