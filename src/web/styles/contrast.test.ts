// @vitest-environment node
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { contrast, fitsSrgb, parseOklch, toHex } from '#test/web/contrast.ts';
import { readTokens, resolveToken } from '#test/web/read-tokens.ts';

const css = readFileSync(path.join(import.meta.dirname, 'tokens.css'), 'utf8');
const themes = ['light', 'dark'] as const;

/** Levels of WCAG 2: reading text, secondary text, graphical objects. */
const AAA = 7;
const AA = 4.5;
const SHAPE = 3;

const promised: readonly (readonly [foreground: string, background: string, level: number])[] = [
  ['--text', '--surface', AAA],
  ['--text', '--canvas', AAA],
  ['--text', '--selected', AAA],
  ['--text-2', '--surface', AAA],
  ['--text-2', '--canvas', AAA],
  ['--text-2', '--sunken', AAA],
  ['--text-3', '--surface', AA],
  ['--text-3', '--canvas', AA],
  ['--text-3', '--sunken', AA],
  ['--text-3', '--hover', AA],
  ['--text-3', '--selected', AA],
  ['--text-3', '--raised', AA],
  ['--control', '--surface', SHAPE],
  ['--control', '--canvas', SHAPE],
  ['--on-ink', '--ink', AAA],
  ['--baton', '--surface', SHAPE],
  ['--baton-text', '--surface', AA],
  ['--baton-text', '--baton-soft', AA],
  ['--baton-text', '--selected', AA],
  ['--ok-text', '--surface', AA],
  ['--ok-text', '--ok-soft', AA],
  ['--bad-text', '--surface', AA],
  ['--bad-text', '--bad-soft', AA],
  ['--on-bad', '--bad', AA],
  ['--warn-text', '--surface', AA],
  ['--warn-text', '--warn-soft', AA],
  ['--info-text', '--surface', AA],
  ['--info-text', '--info-soft', AA],
  ['--violet', '--sunken', SHAPE],
  ['--teal', '--sunken', SHAPE],
];

describe.each(themes)('the %s theme', (theme) => {
  const tokens = readTokens(css, theme);
  const colour = (name: string) => parseOklch(resolveToken(tokens, name));

  test.each(promised)('%s on %s has a contrast of at least %f', (foreground, background, level) => {
    expect(contrast(colour(foreground), colour(background))).toBeGreaterThanOrEqual(level);
  });

  test('every opaque colour is one an sRGB screen can show', () => {
    const opaque = [...tokens].filter(([, value]) => /^oklch\([^/]*\)$/.test(value));
    expect(opaque.length).toBeGreaterThan(30);
    expect(opaque.filter(([, value]) => !fitsSrgb(parseOklch(value)))).toEqual([]);
  });
});

describe('colours', () => {
  test.each([
    ['oklch(0.215 0.008 75)', '#1c1915'],
    ['oklch(0.64 0.19 42)', '#e65909'],
    ['oklch(0.48 0.105 158)', '#146f46'],
    ['oklch(0.78 0.1 250)', '#85bcf5'],
    ['oklch(1 0 0)', '#ffffff'],
    ['oklch(0 0 0)', '#000000'],
  ])('%s is shown as %s', (value, hex) => {
    expect(toHex(parseOklch(value))).toBe(hex);
  });

  test('black on white has the contrast 21, in either order', () => {
    const [black, white] = [parseOklch('oklch(0 0 0)'), parseOklch('oklch(1 0 0)')];
    expect(contrast(black, white)).toBeCloseTo(21, 10);
    expect(contrast(white, black)).toBeCloseTo(21, 10);
    expect(contrast(white, white)).toBe(1);
  });

  test('a colour beyond sRGB is told from one inside', () => {
    expect(fitsSrgb(parseOklch('oklch(0.64 0.19 42)'))).toBe(true);
    expect(fitsSrgb(parseOklch('oklch(0.64 0.3 42)'))).toBe(false);
  });

  test('a translucent colour is refused', () => {
    expect(() => parseOklch('oklch(0.2 0.008 75 / 0.32)')).toThrow('not an opaque oklch() colour');
  });
});

describe('tokens', () => {
  const sheet = `
    /* --a: comment; */
    :root, [data-theme="light"] { --a: one; --b: var(--a) }
    [data-theme='dark'] { --a: two; }
    :root, [data-theme] { --c: var(--b); }
    @media (prefers-reduced-motion: reduce) { :root { --a: three; } }
    .card { --a: four; }`;

  test('each theme sees its own values', () => {
    expect(resolveToken(readTokens(sheet, 'light'), '--c')).toBe('one');
    expect(readTokens(sheet, 'dark').get('--a')).toBe('two');
  });

  test('a token that is missing is named', () => {
    expect(() => resolveToken(readTokens(sheet, 'light'), '--nowhere')).toThrow('tokens.css has no --nowhere');
  });
});
