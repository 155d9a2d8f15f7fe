import type { CDPSession, Page } from '@playwright/test';

export interface UnusedRule {
  selector: string;
  /** The file it was built into, without its hash, and the conditions around it. */
  source: string;
}

interface Sheet {
  text: string;
  /** Where the rules begin that matched something. */
  used: Set<number>;
}

/** Which CSS rules matched anything on any page of the run, by Chromium's own account. */
export class CssCoverage {
  readonly #sheets = new Map<string, Sheet>();
  readonly #tracked = new Map<Page, { session: CDPSession; addresses: Map<string, string> }>();

  async start(page: Page): Promise<void> {
    const session = await page.context().newCDPSession(page);
    const addresses = new Map<string, string>();
    session.on('CSS.styleSheetAdded', ({ header }) => addresses.set(header.styleSheetId, header.sourceURL));
    this.#tracked.set(page, { session, addresses });
    await session.send('DOM.enable');
    await session.send('CSS.enable');
    await session.send('CSS.startRuleUsageTracking');
  }

  /** Playwright's own coverage merges overlapping ranges: a used `@layer` block would hide its unused rules. */
  async stop(page: Page): Promise<void> {
    const { session, addresses } = this.#tracked.get(page) ?? {};
    if (!session || !addresses) return;
    this.#tracked.delete(page);
    const { ruleUsage } = await session.send('CSS.stopRuleUsageTracking');
    for (const [styleSheetId, address] of addresses) {
      if (!address.endsWith('.css')) continue;
      const sheet = this.#sheets.get(address) ?? { text: await textOf(session, styleSheetId), used: new Set() };
      this.#sheets.set(address, sheet);
      for (const rule of ruleUsage)
        if (rule.styleSheetId === styleSheetId && rule.used) sheet.used.add(rule.startOffset);
    }
  }

  unused(): UnusedRule[] {
    return [...this.#sheets].flatMap(([url, { text, used }]) =>
      listRules(text)
        .filter(({ start }) => !used.has(start))
        .map(({ selector, around }) => ({ selector, source: [nameOf(url), ...around].join(' ') })),
    );
  }

  count = (): number => [...this.#sheets.values()].reduce((sum, { text }) => sum + listRules(text).length, 0);
}

const textOf = async (session: CDPSession, styleSheetId: string) =>
  (await session.send('CSS.getStyleSheetText', { styleSheetId })).text;

const nameOf = (url: string) => (new URL(url).pathname.split('/').at(-1) ?? '').replace(/-[\w-]{8}\.css$/, '.css');

interface Rule {
  selector: string;
  start: number;
  /** The at-rules that it is in, from the outside in. */
  around: string[];
}

/** At-rules whose blocks hold no selectors. */
const NO_STYLES = /^@(font-face|keyframes|property|counter-style|page|font-feature-values)\b/;
const COMMENT = /\/\*[\s\S]*?\*\//g;

/** Every style rule of a built style sheet; it must have no braces in its strings. */
function listRules(text: string): Rule[] {
  const bare = text.replace(COMMENT, (comment) => ' '.repeat(comment.length));
  const rules: Rule[] = [];
  const open: string[] = [];
  let start = 0;
  for (const { 0: sign, index } of bare.matchAll(/[{};]/g)) {
    if (sign === '{') {
      const head = bare.slice(start, index);
      const selector = head.trim();
      if (!selector.startsWith('@') && !open.some((outer) => NO_STYLES.test(outer)))
        rules.push({
          selector,
          start: start + head.indexOf(selector),
          around: open.filter((outer) => outer.startsWith('@')),
        });
      open.push(selector);
    }
    if (sign === '}') open.pop();
    start = index + 1;
  }
  return rules;
}
