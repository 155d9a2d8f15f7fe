// @vitest-environment node
import { readFileSync } from 'node:fs';
import { runInNewContext } from 'node:vm';
import { describe, expect, it } from 'vitest';

const html = readFileSync(new URL('./index.html', import.meta.url), 'utf8');
const scripts = [...html.matchAll(/<script>([\s\S]*?)<\/script>/g)].map((match) => match[1] ?? '');

function firstPaint(stored: string | null | Error, systemDark: boolean) {
  const root = { dataset: { theme: '' }, style: { colorScheme: '' } };
  const meta = { content: '' };
  runInNewContext(scripts[0] ?? '', {
    document: { documentElement: root, querySelector: () => meta },
    localStorage: {
      getItem: () => {
        if (stored instanceof Error) throw stored;
        return stored;
      },
    },
    matchMedia: () => ({ matches: systemDark }),
  });
  return [root.dataset.theme, root.style.colorScheme, meta.content];
}

const LIGHT = ['light', 'light', '#f9f7f4'];
const DARK = ['dark', 'dark', '#0d0c0a'];

describe('the theme before the first paint', () => {
  it('is set by the only inline script, before any style or font is asked for', () => {
    expect(scripts).toHaveLength(1);
    expect(html.indexOf('<script>')).toBeLessThan(html.indexOf('rel="preload"'));
    expect(html.indexOf('name="theme-color"')).toBeLessThan(html.indexOf('<script>'));
  });

  it.each([
    ['light', true, LIGHT],
    ['dark', false, DARK],
    ['system', true, DARK],
    ['system', false, LIGHT],
    [null, true, DARK],
    ['purple', false, LIGHT],
    [new Error('storage is closed'), true, DARK],
  ])('stored %s on a system that is dark: %s', (stored, systemDark, expected) => {
    expect(firstPaint(stored, systemDark)).toEqual(expected);
  });
});
