import { cleanup, render } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { InlineText } from './inline-text.tsx';

afterEach(cleanup);
const drawn = (text: string, find?: string) => render(<InlineText text={text} find={find} />).container.innerHTML;

describe('a line of Markdown', () => {
  it('is drawn with its marks, one within the other', () => {
    expect(drawn('a **b *c* `d*`** ~~e~~ __f__ _g_')).toBe(
      'a <b>b <em>c</em> <code>d*</code></b> <del>e</del> <b>f</b> <em>g</em>',
    );
  });

  it('is text where nothing is marked', () => {
    for (const text of ['2 * 3 * 4', 'snake_case_name', '**', 'a ** b', '~$*', '[x]']) expect(drawn(text)).toBe(text);
    expect(drawn('\\*not\\* this')).toBe('*not* this');
  });

  it('never becomes HTML', () => {
    expect(drawn('<img src=x onerror=alert(1)> <b>')).toBe('&lt;img src=x onerror=alert(1)&gt; &lt;b&gt;');
  });

  it('links only to what is plainly an address, and loads nothing', () => {
    expect(drawn('[a](https://x.example/y)')).toContain('href="https://x.example/y"');
    expect(drawn('see https://x.example.')).toContain('>https://x.example</a>.');
    for (const bad of ['javascript:alert(1)', 'data:text/html,x', '//x.example', '/local', '#there'])
      expect(drawn(`[a](${bad})`)).toBe('a');
    expect(drawn('![picture](https://x.example/a.png)')).not.toContain('<img');
  });

  it('marks what was looked for, in any case, within marks too', () => {
    expect(drawn('Must and **must**', 'MUST')).toBe('<mark>Must</mark> and <b><mark>must</mark></b>');
  });

  it('of any length and shape is drawn in no time to speak of', () => {
    for (const text of [
      '*'.repeat(100_000),
      '`'.repeat(100_000),
      '[('.repeat(50_000),
      '**a '.repeat(900),
      '_'.repeat(3_999),
    ])
      expect(drawn(text).length).toBeGreaterThan(0);
  });
});
