import { describe, expect, it } from 'vitest';
import { type MailContent, renderMail } from './render-mail.ts';

const content: MailContent = {
  product: 'Baton',
  title: 'Confirm your email address',
  paragraphs: ['Somebody created an account.', 'Confirm the address to sign in.'],
  action: { label: 'Confirm', url: 'https://baton.example/verify?token=a1&next=%2F' },
  footer: 'You get this mail because the address was used to sign up.',
};

describe('renderMail', () => {
  it('says the same in text and in HTML', () => {
    const { text, html } = renderMail(content);
    for (const words of [content.title, ...content.paragraphs, 'Confirm', content.footer, 'Baton']) {
      expect(text).toContain(words);
      expect(html).toContain(words);
    }
  });

  it('puts the link alone on a line of the text, unchanged', () => {
    expect(renderMail(content).text.split('\n')).toContain('https://baton.example/verify?token=a1&next=%2F');
  });

  it('links the button and the written address to the same place', () => {
    const links = [...renderMail(content).html.matchAll(/href="([^"]*)"/g)].map(([, href]) => href);
    expect(links).toEqual(Array.from({ length: 2 }, () => 'https://baton.example/verify?token=a1&amp;next=%2F'));
  });

  it('escapes every value', () => {
    const hostile = `<img src=x onerror=alert(1)> & "quoted" 'single'`;
    const { html } = renderMail({
      product: hostile,
      title: hostile,
      paragraphs: [hostile],
      action: { label: hostile, url: 'https://baton.example/?q="><script>' },
      footer: hostile,
    });
    expect(html).not.toContain('<img');
    expect(html).not.toContain('<script');
    expect(html).not.toContain('"quoted"');
    expect(html.split('&lt;img src=x onerror=alert(1)&gt; &amp; &quot;quoted&quot; &#39;single&#39;')).toHaveLength(8);
  });

  it('refuses a link that is not a web address', () => {
    expect(() => renderMail({ ...content, action: { label: 'Go', url: 'javascript:alert(1)' } })).toThrow(
      'web addresses only',
    );
  });

  it('loads nothing from anywhere', () => {
    const { html } = renderMail(content);
    expect(html).not.toMatch(/<(img|link|script|iframe)|src=|url\(|@import/);
  });

  it('has a look for dark clients beside the light one', () => {
    const { html } = renderMail(content);
    expect(html).toContain('<meta name="color-scheme" content="light dark">');
    expect(html).toMatch(/prefers-color-scheme: dark[\s\S]*#141211/);
  });

  it('tells of several things, each with its link, and where such mails are switched off', () => {
    const { action: _, ...plain } = content;
    const hostile = '<img src=x>';
    const { text, html } = renderMail({
      ...plain,
      items: [{ title: `One ${hostile}`, text: hostile, link: { label: 'Answer', url: 'https://baton.example/1' } }],
      footerLinks: [{ label: 'Settings', url: 'https://baton.example/2' }],
    });
    expect(text).toContain(`One ${hostile}\n${hostile}\nAnswer:\nhttps://baton.example/1`);
    expect(text.trimEnd().endsWith('Settings:\nhttps://baton.example/2')).toBe(true);
    expect(html).not.toContain('<img');
    expect([...html.matchAll(/href="([^"]*)"/g)].map(([, href]) => href)).toEqual([
      'https://baton.example/1',
      'https://baton.example/2',
    ]);
    const bad = { label: 'Go', url: 'javascript:alert(1)' };
    expect(() => renderMail({ ...plain, footerLinks: [bad] })).toThrow('web addresses only');
    expect(() => renderMail({ ...plain, items: [{ title: '', text: '', link: bad }] })).toThrow('web addresses only');
  });

  it('leaves the button out of a mail without an action', () => {
    const { action: _, ...plain } = content;
    const { text, html } = renderMail(plain);
    expect(html).not.toContain('<a ');
    expect(text).not.toContain('http');
  });
});
