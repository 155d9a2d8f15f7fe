import { describe, expect, test, vi } from 'vitest';
import { readConfig } from '#server/platform/config.ts';

// Importing one of these fails the test: the libraries must be loaded lazily.
for (const library of ['ai', '@ai-sdk/anthropic', '@ai-sdk/openai-compatible'])
  vi.doMock(library, () => {
    throw new Error(`${library} was loaded`);
  });

const { configuredProvider, findProvider, listModels } = await import('./index.ts');

const local = { OPENAI_COMPATIBLE_URL: 'http://localhost:11434/v1', OPENAI_COMPATIBLE_MODEL: 'small' };

describe('the provider', () => {
  test('is none without a key or an address, Anthropic when both are there', () => {
    expect(configuredProvider(readConfig({}))).toBeUndefined();
    expect(configuredProvider(readConfig(local))).toBe('openai-compatible');
    expect(configuredProvider(readConfig({ ...local, ANTHROPIC_API_KEY: 'sk' }))).toBe('anthropic');
  });

  test('that is not configured is not found', () => {
    expect(findProvider(readConfig(local), 'anthropic', 'claude-3-sonnet')).toBeUndefined();
    expect(findProvider(readConfig({}), 'openai-compatible', 'claude-3-sonnet')).toBeUndefined();
  });

  test('Anthropic offers the model that stands behind each of the setting’s names', () => {
    const config = readConfig({ ANTHROPIC_API_KEY: 'sk' });
    const found = listModels().map(({ name }) => findProvider(config, 'anthropic', name));
    expect(found.map((provider) => provider?.model)).toEqual([
      'claude-haiku-5-5',
      'claude-sonnet-5-5',
      'claude-opus-5-5',
    ]);
    expect(found.map((provider) => provider?.label)).toEqual([
      'Claude Haiku 5.5',
      'Claude Sonnet 5.5',
      'Claude Opus 5.5',
    ]);
  });

  test('another endpoint names its model itself and has no known price', () => {
    expect(findProvider(readConfig(local), 'openai-compatible', 'claude-3-opus')).toMatchObject({
      label: 'small',
      host: 'localhost:11434',
      price: null,
    });
  });
});

test('a model’s libraries are loaded when it is asked for, not before', async () => {
  const provider = findProvider(readConfig({ ANTHROPIC_API_KEY: 'sk' }), 'anthropic', 'claude-3-sonnet');
  await expect(provider?.open()).rejects.toThrow();
});

test('the names an administrator may choose are those of the specification', () => {
  expect(listModels().map(({ name }) => name)).toEqual(['claude-3-haiku', 'claude-3-sonnet', 'claude-3-opus']);
  for (const { price } of listModels()) expect(price.outputUsdPerMillion).toBeGreaterThan(price.inputUsdPerMillion);
});
