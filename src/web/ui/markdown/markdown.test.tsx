import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { renderToStaticMarkup } from 'react-dom/server';
import { afterEach, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { Markdown } from './markdown.tsx';
import { RenderedMarkdown } from './rendered-markdown.tsx';

beforeAll(async () => {
  await import('./rendered-markdown.tsx');
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

function draw(text: string) {
  const { container } = render(<RenderedMarkdown text={text} />);
  return container;
}

describe('hostile text', () => {
  test.each([
    ['a script', '<script>alert(1)</script>'],
    ['a script inside a line', 'before <script>alert(1)</script> after'],
    ['a handler', '<img src=x onerror=alert(1)>'],
    ['a frame', '<iframe srcdoc="<script>alert(1)</script>"></iframe>'],
    ['a style', '<style>* { display: none }</style>'],
    ['a form', '<form action="https://evil.example"><input name="password"></form>'],
  ])('%s is shown as text and never becomes an element', (_name, text) => {
    const page = draw(text);
    expect(page.querySelector('script, img, iframe, style, form, input, [onerror], [srcdoc]')).toBeNull();
    expect(page.textContent).toBe(text);
  });

  test.each([
    ['[x](javascript:alert(1))'],
    ['[x](JaVaScRiPt:alert(1))'],
    ['[x](<java\tscript:alert(1)>)'],
    ['[x](&#106;avascript:alert(1))'],
    ['[x](data:text/html;base64,PHNjcmlwdD4=)'],
    ['[x](vbscript:msgbox(1))'],
    ['[x](blob:https://example.com/1)'],
    ['[x](file:///etc/passwd)'],
    ['[x](//evil.example/path)'],
    ['[x](\\\\\\\\evil.example)'],
    ['[x](/projects)'],
    ['[x](other.md)'],
    ['[x][ref]\n\n[ref]: javascript:alert(1)'],
  ])('%s keeps its words and loses its address', (text) => {
    const page = draw(text);
    expect(page.querySelector('a')).toBeNull();
    expect(page.textContent).toContain('x');
  });

  test('an image is its description, and nothing is fetched', () => {
    const page = draw('![a diagram](https://evil.example/pixel.png) and ![](data:image/png;base64,AA==)');
    expect(page.querySelector('img')).toBeNull();
    expect(page.textContent).toBe('a diagram and image');
  });

  test('an address that spells itself out stays a safe link', () => {
    const page = draw('<https://example.com/a> www.example.com <javascript:alert(1)>');
    expect([...page.querySelectorAll('a')].map((link) => link.getAttribute('href'))).toEqual([
      'https://example.com/a',
      'http://www.example.com/',
    ]);
  });

  test('text that cannot be drawn is shown as it was written, and the next text is drawn again', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const text = '[x](https://example.com)';
    vi.spyOn(URL, 'canParse').mockImplementation(() => {
      throw new RangeError('too deep');
    });
    const { container, rerender } = render(<Markdown text={text} />);
    await act(async () => undefined);
    expect(container.querySelector('[data-part=plain-text]')?.textContent).toBe(text);
    vi.mocked(URL.canParse).mockRestore();
    rerender(<Markdown text="**fine**" />);
    expect(container.querySelector('strong')?.textContent).toBe('fine');
  });
});

describe('a link', () => {
  test('to another place opens beside this page and tells it nothing', () => {
    const link = draw('[there](https://example.com/x)').querySelector('a');
    expect(link?.getAttribute('target')).toBe('_blank');
    expect(link?.getAttribute('rel')).toBe('noopener noreferrer');
  });

  test('within this site stays in this window', () => {
    expect(draw(`[here](${location.origin}/projects)`).querySelector('a')?.hasAttribute('target')).toBe(false);
    cleanup();
    expect(draw('[here](#note-1)').querySelector('a')?.getAttribute('href')).toBe('#note-1');
  });

  test('is encoded where an address has no such character, and not twice', () => {
    const page = draw('<https://example.com/ü%20%> [x](https://example.com/a|b "&quot;") [y](#ü)');
    expect([...page.querySelectorAll('a')].map((link) => link.getAttribute('href'))).toEqual([
      'https://example.com/%C3%BC%20%25',
      'https://example.com/a%7Cb',
      '#%C3%BC',
    ]);
    expect(page.querySelector('[title]')?.getAttribute('title')).toBe('"');
  });

  test('for mail is kept', () => {
    expect(draw('[mail](mailto:a@example.com)').querySelector('a')?.getAttribute('href')).toBe('mailto:a@example.com');
  });
});

describe('code', () => {
  test('names its language, colours it and keeps every character', () => {
    const code = "const a = '<b>'; // why\nreturn 1;";
    const page = draw(`\`\`\`ts\n${code}\n\`\`\``);
    expect(page.querySelector('header')?.textContent).toMatch(/^ts/);
    expect(page.querySelector('pre')?.textContent).toBe(code);
    expect(page.querySelector('pre')?.getAttribute('tabindex')).toBe('0');
    expect(page.querySelector('pre [data-token=keyword]')?.textContent).toBe('const');
    expect(page.querySelector('pre [data-token=string]')?.textContent).toBe("'<b>'");
    expect(page.querySelector('pre [data-token=comment]')?.textContent).toBe('// why');
  });

  test('in an unknown language, or in none, is shown as it is', () => {
    expect(draw('```brainfuck\n+++\n```').querySelector('pre')?.textContent).toBe('+++');
    cleanup();
    const page = draw('    indented <b>');
    expect(page.querySelector('header')?.textContent).toMatch(/^text/);
    expect(page.querySelector('pre')?.textContent).toBe('indented <b>');
  });

  test.each([
    ['in one long line', 'md', '[a]('.repeat(1_000)],
    ['with a long gap', 'js', `a${'\n'.repeat(1_000)}b`],
    ['nested without end', 'python', "f'{\n".repeat(4_000)],
  ])('%s is shown without colours', (_name, language, code) => {
    const pre = draw(`\`\`\`${language}\n${code}\n\`\`\``).querySelector('pre');
    expect(pre?.textContent?.trimEnd()).toBe(code.trimEnd());
    expect(pre?.querySelector('span')).toBeNull();
  });

  test('is copied as it is, and the button says so for two seconds', async () => {
    vi.useFakeTimers();
    const writeText = vi.fn<(text: string) => Promise<void>>().mockResolvedValue();
    vi.stubGlobal('navigator', { clipboard: { writeText } });
    draw('```\na  b\n\nc\n```');
    const button = screen.getByRole('button', { name: /Copy code/ });
    const isShown = (text: string) => screen.getByText(text).dataset['off'] === undefined;
    expect(isShown('Copy code')).toBe(true);
    fireEvent.click(button);
    await act(async () => undefined);
    expect(writeText).toHaveBeenCalledExactlyOnceWith('a  b\n\nc');
    expect([isShown('Copy code'), isShown('Copied!')]).toEqual([false, true]);
    act(() => void vi.advanceTimersByTime(1_999));
    expect(isShown('Copied!')).toBe(true);
    act(() => void vi.advanceTimersByTime(1));
    expect(isShown('Copy code')).toBe(true);
  });
});

describe('entities', () => {
  test('are the characters they name, all of them, and what names none is text', () => {
    const page = draw('&copy;&AMP;&CounterClockwiseContourIntegral;&semi;&NotEqualTilde; &notit; &nothing; &amp');
    expect(page.textContent).toBe('©&∳;≂̸ &notit; &nothing; &amp');
  });

  test('never become an element', () => {
    expect(draw('&lt;b&gt;').innerHTML).toBe('<p>&lt;b&gt;</p>');
  });
});

describe('structure', () => {
  test('a row that leaves out columns has empty cells, or one in their place where they are many', () => {
    const cells = (text: string) => [...draw(text).querySelectorAll('td')].map((cell) => cell.colSpan);
    expect(cells('|a|b|c|\n|-|-|-|\n|1|')).toEqual([1, 1, 1]);
    cleanup();
    expect(cells(`${'|a'.repeat(20)}\n${'|-'.repeat(20)}\n|1`)).toEqual([1, 19]);
  });

  test('headings begin at the page’s level and skip none', () => {
    const page = draw('## Two\n\n#### Four\n\n# One');
    expect([...page.querySelectorAll('h1, h2, h3, h4, h5, h6')].map((each) => each.tagName)).toEqual([
      'H3',
      'H4',
      'H3',
    ]);
  });

  test('a task list says what is done', () => {
    draw('- [x] one\n- [ ] two');
    expect(screen.getByRole('checkbox', { name: 'Done' })).toHaveProperty('disabled', true);
    expect(screen.getByRole('checkbox', { name: 'Not done' })).toHaveProperty('checked', false);
  });

  test('footnotes of two texts do not meet', () => {
    render(
      <>
        <RenderedMarkdown text={'a[^1]\n\n[^1]: first'} />
        <RenderedMarkdown text={'b[^1]\n\n[^1]: second'} />
      </>,
    );
    const links = [...document.querySelectorAll('sup a')].map((link) => link.getAttribute('href') ?? '');
    const notes = links.map((href) => document.getElementById(decodeURIComponent(href.slice(1)))?.textContent);
    expect(notes[0]).toContain('first');
    expect(notes[1]).toContain('second');
  });

  test('until the renderer has come its source keeps the place and is not shown', async () => {
    vi.resetModules();
    vi.doMock('./rendered-markdown.tsx', () => new Promise(() => undefined));
    onTestFinished(() => vi.doUnmock('./rendered-markdown.tsx'));
    const { Markdown: Fresh } = await import('./markdown.tsx');
    const page = document.createElement('div');
    page.innerHTML = renderToStaticMarkup(<Fresh text={'# a\n\n**b**'} />);
    const waiting = page.querySelector('[data-part=waiting-text]');
    expect(waiting?.textContent).toBe('# a\n\n**b**');
    expect(waiting?.getAttribute('aria-hidden')).toBe('true');
    expect(page.querySelector('[data-part=prose]')?.getAttribute('aria-busy')).toBe('true');
    const css = await readFile(join(import.meta.dirname, 'markdown.module.css'), 'utf8');
    expect(css).toMatch(/\.prose \.waiting \{[^}]*visibility: hidden/);
  });

  test('once the renderer is there a text is never shown as its source, not even in its first frame', async () => {
    await act(async () => import('./rendered-markdown.tsx'));
    const shown: string[] = [];
    const seen = new MutationObserver((changes) =>
      shown.push(...changes.map(({ target }) => target.textContent ?? '')),
    );
    seen.observe(document.body, { childList: true, subtree: true });
    const { container } = render(<Markdown text={'**b** and `c`'} />);
    expect(container.querySelector('strong')?.textContent).toBe('b');
    await act(async () => undefined);
    expect(shown.join(' ')).not.toContain('**');
    seen.disconnect();
  });
});
