export type Theme = 'light' | 'dark';
export type Tokens = ReadonlyMap<string, string>;

/** The custom properties a theme sees, in the order of the cascade: later blocks win. */
export function readTokens(css: string, theme: Theme): Tokens {
  const plain = css.replace(/\/\*[\s\S]*?\*\//g, '').replace(/@[^{};]*\{(?:[^{}]*\{[^{}]*\})*[^{}]*\}/g, '');
  const selectors = [':root', '[data-theme]', `[data-theme=${theme}]`];
  const tokens = new Map<string, string>();
  for (const [, selector = '', body = ''] of plain.matchAll(/([^{}]+)\{([^{}]*)\}/g)) {
    const list = selector
      .replaceAll(/["']/g, '')
      .split(',')
      .map((part) => part.trim());
    // The light block also names :root, so that a page without a theme is light; it says nothing about dark.
    const otherTheme = list.some((part) => part.startsWith('[data-theme=')) && !list.includes(`[data-theme=${theme}]`);
    if (otherTheme || !list.some((part) => selectors.includes(part))) continue;
    for (const [, name = '', value = ''] of body.matchAll(/(--[\w-]+)\s*:\s*([^;]+)/g)) tokens.set(name, value.trim());
  }
  return tokens;
}

/** The value behind a token, through as many var() as it takes. */
export function resolveToken(tokens: Tokens, name: string): string {
  const value = tokens.get(name);
  if (value === undefined) throw new Error(`tokens.css has no ${name}`);
  const next = /^var\((--[\w-]+)\)$/.exec(value)?.[1];
  return next === undefined ? value : resolveToken(tokens, next);
}
