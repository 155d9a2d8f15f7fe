import { describe, expect, it, test } from 'vitest';
import { likeness, normaliseText, textKey, wordsOf } from './compare-text.ts';

describe('the number in front of a text', () => {
  it.each([
    'FR-12: Export a month',
    'FR-A01 Export a month',
    '[R4] Export a month',
    'R7. Export a month',
    '(US-3.2) Export a month',
    'REQ_3 – Export a month',
    '**FR-12**: Export a month',
    '3. Export a month',
    '4) Export a month',
    '(2) Export a month',
    '1.2.3 Export a month',
    '2.1. FR-3: Export a month',
    '- [x] Export a month',
    '### 7.1 **Export** a _month_.',
    'ＥＸＰＯＲＴ a month',
  ])('does not count: %j', (text) => {
    expect(normaliseText(text)).toBe('export a month');
  });

  it.each([
    ['3 retries at most', '3 retries at most'],
    ['1.5 seconds at most', '1 5 seconds at most'],
    ['UTF-8 files', 'utf 8 files'],
    ['SHA-256 sums', 'sha 256 sums'],
    ['SAML 2.0 login', 'saml 2 0 login'],
    ['FR-3', 'fr 3'],
    ['2.', '2'],
    ['हिन्दी में', 'हिन्दी में'],
    ['3、导出订单', '导出订单'],
  ])('is told from words: %j', (text, normalised) => {
    expect(normaliseText(text)).toBe(normalised);
  });
});

test('the key of a text is 16 digits, the same for the same words and also there for signs alone', () => {
  expect(textKey('FR-3: Export!')).toBe(textKey('- FR-9: **export**'));
  expect(textKey('Export')).toMatch(/^[0-9a-f]{16}$/u);
  expect(textKey('→')).not.toBe(textKey('←'));
});

test('texts without spaces are alike by pairs of characters', () => {
  const [a, b, c] = ['用户可以导出订单', '用户可以导出全部订单', '系统保存登录记录'].map((text) =>
    wordsOf(normaliseText(text)),
  );
  expect(likeness(a ?? new Set(), b ?? new Set())).toBeGreaterThan(0.7);
  expect(likeness(a ?? new Set(), c ?? new Set())).toBe(0);
});
