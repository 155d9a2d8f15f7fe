import fc from 'fast-check';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, test } from 'vitest';
import { RenderedMarkdown } from '#web/ui/markdown/rendered-markdown.tsx';
import { cutBody } from './cut-body.ts';

const words = (length: number) => 'lorem ipsum '.repeat(Math.ceil(length / 12)).slice(0, length);

describe('the cut', () => {
  test.each([0, 1, 499, 500])('leaves a text of %i characters as it is', (length) => {
    const body = 'x'.repeat(length);
    expect(cutBody(body)).toEqual({ text: body, isCut: false });
  });

  test('keeps 500 of 501 characters and says that there is more', () => {
    expect(cutBody('x'.repeat(501))).toEqual({ text: `${'x'.repeat(500)}...`, isCut: true });
  });

  test('never leaves half a character', () => {
    expect(cutBody(`${'x'.repeat(499)}😀 and more`).text).toBe(`${'x'.repeat(499)}...`);
    expect(cutBody(`${'x'.repeat(498)}😀 and more`).text).toBe(`${'x'.repeat(498)}😀...`);
  });

  test('closes code it cuts into', () => {
    const { text } = cutBody(`Before\n\n\`\`\`ts\n${'const a = 1;\n'.repeat(60)}\`\`\`\nafter`);
    expect(text).toMatch(/\.\.\.\n```$/);
    expect(text.match(/^```/gm)).toHaveLength(2);
  });

  test('closes code with as many marks as it began with, and with its own kind', () => {
    expect(cutBody(`~~~~\n\`\`\`\n${words(600)}`).text).toMatch(/\.\.\.\n~~~~$/);
  });

  test('closes code inside a quote inside the quote, inside a list inside the list', () => {
    expect(cutBody(`> \`\`\`\n${`> ${words(40)}\n`.repeat(20)}`).text).toMatch(/\.\.\.\n> ```$/);
    expect(cutBody(`- \`\`\`\n${`  ${words(40)}\n`.repeat(20)}`).text).toMatch(/\.\.\.\n {2}```$/);
  });

  test('leaves nothing open that ended with its item, its quote or its paragraph', () => {
    expect(cutBody(`- item\n  \`\`\`\n# ${words(600)}`).text).toMatch(/[a-z ]\.\.\.$/);
    expect(cutBody(`> \`\`\`\n> code\n# ${words(600)}`).text).toMatch(/[a-z ]\.\.\.$/);
    expect(cutBody(`- one \` tick\n- ${words(600)}`).text).toMatch(/[a-z ]\.\.\.$/);
    expect(cutBody(`    code \`\n    ${words(600)}`).text).toMatch(/[a-z ]\.\.\.$/);
    expect(cutBody(`| a |\n|---|\n| ** |\n| ${words(600)}`).text).toMatch(/[a-z ]\.\.\.$/);
  });

  test('closes code in lines that end as on Windows, and in an item of an item', () => {
    expect(cutBody(`~~~\r\n${words(40)}\r\n${words(600)}`).text).toMatch(/\.\.\.\n~~~$/);
    expect(cutBody(`1. a\n   - > ~~~\n     > ${words(600)}`).text).toMatch(/\.\.\.\n {5}> ~~~$/);
  });

  test('right behind code leaves it closed', () => {
    const block = `\`\`\`\n${words(492)}\n\`\`\``;
    expect(cutBody(`${block}\nafter`, block.length).text).toBe(`${block}\n...`);
  });

  test('does not close code that ended before the cut', () => {
    expect(cutBody(`\`\`\`\na\n\`\`\`\n${words(600)}`).text).toMatch(/[a-z ]\.\.\.$/);
  });

  test('takes three ticks inside a line for what they are', () => {
    expect(cutBody(`\`\`\`a\`\`\` ${words(600)}`).text).toMatch(/[a-z ]\.\.\.$/);
  });

  test('drops a fence that was cut in its first line', () => {
    const before = `${words(495)}\n`;
    expect(cutBody(`${before}\`\`\`typescript\nconst a = 1;\n\`\`\``).text).toBe(`${before}...`);
  });

  test('does not show the first half of the line that ends the code', () => {
    const code = words(492);
    const { text } = cutBody(`\`\`\`\n${code}\n\`\`\`\n\nafter`.slice(0, 520), 4 + code.length + 1 + 2);
    expect(text).toBe(`\`\`\`\n${code}...\n\`\`\``);
  });

  test('closes code within a line, bold and struck text', () => {
    expect(cutBody(`${words(480)} \`some code that goes on\``).text).toMatch(/\.\.\.`$/);
    expect(cutBody(`${words(480)} **bold that goes on and on**`).text).toMatch(/\.\.\.\*\*$/);
    expect(cutBody(`${words(480)} ~~struck that goes on and on~~`).text).toMatch(/\.\.\.~~$/);
    expect(cutBody(`**bold** and \`**\` ${words(600)}`).text).toMatch(/[a-z ]\.\.\.$/);
  });

  test('does not make half an address', () => {
    const { text } = cutBody(`${words(480)} https://example.com/a/long/path/to/something`);
    expect(text).not.toContain('https:');
    expect(text).toMatch(/\.\.\.$/);
  });

  test('keeps an address that is nearly everything there is', () => {
    expect(cutBody(`https://example.com/${'a'.repeat(600)}`).text).toHaveLength(503);
  });

  test('of any text is well formed and leaves no code open behind it', () => {
    const line = fc.constantFrom(
      '```',
      '```ts',
      '~~~~',
      '> ```',
      '> a',
      '- ```',
      '  a',
      'a `b` **c**',
      '',
      '😀😀',
      '`',
    );
    fc.assert(
      fc.property(fc.array(line, { maxLength: 30 }), fc.integer({ min: 1, max: 60 }), (lines, max) => {
        const body = lines.join('\n');
        const { text, isCut } = cutBody(body, max);
        expect(isCut).toBe(body.length > max);
        expect(text.isWellFormed()).toBe(true);
        if (isCut) expect(codeOf(`${text}\n\nEND`)).not.toContain('END');
      }),
    );
  });
});

function codeOf(text: string) {
  const page = document.createElement('div');
  page.innerHTML = renderToStaticMarkup(createElement(RenderedMarkdown, { text }));
  return [...page.querySelectorAll('pre')].map((pre) => pre.textContent).join('\n');
}
