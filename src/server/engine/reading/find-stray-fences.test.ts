import { describe, expect, it } from 'vitest';
import { rolesOf } from '#test/plan-text.ts';
import { findStrayFences } from './find-stray-fences.ts';

const straysIn = (text: string) => [...findStrayFences(text.split('\n'))].map((line) => line + 1);

describe('findStrayFences', () => {
  it('finds an end without a beginning by the heading that is numbered on behind it', () => {
    const text = `## 1. Lending\n### 1.1 Loans\nint due() {\n}\n\`\`\`\n\n### 1.2 Returns\n- Scan the copy\n\n## 2. Search\n\`\`\`\nq=title\n\`\`\``;
    expect(straysIn(text)).toEqual([5]);
  });

  it('finds one by the boxes it would swallow up to the end, or up to code with a name', () => {
    const boxes = '- [ ] Lend a copy\n- [ ] Return a copy';
    expect(straysIn(`# Library\n\`\`\`\n${boxes}`)).toEqual([2]);
    expect(straysIn(`# Library\n\`\`\`\n${boxes}\n\`\`\`json\n{}\n\`\`\``)).toEqual([2]);
  });

  it('keeps what stands behind one out of the code', () => {
    const text = '# Library\n\n## Desk\n\n```\n\n- [ ] Lend a copy\n- [ ] Return a copy\n';
    expect(rolesOf(text)).toMatchObject({ '- [ ] Lend a copy': 'work', '```': 'context' });
  });

  it('leaves a template with its own headings and boxes, and comments of code, as they are', () => {
    const template = '```\n## Summary\n## Tests\n- [ ] Ran them\n- [ ] Added some\n```';
    expect(straysIn(`## 3. Pull requests\n${template}\n## 4. Releases`)).toEqual([]);
    expect(straysIn(`## 3. Install\n\`\`\`\n# 4. Start\n# 5. Stop\nrun\n\`\`\``)).toEqual([]);
    expect(straysIn(`## 3. Notes\n\`\`\`markdown\n## 4. A note\n\`\`\``)).toEqual([]);
    expect(straysIn(`## 3. Notes\n\`\`\`\n## 1. A note\n## 2. Another\n\`\`\``)).toEqual([]);
  });

  it('takes time linear in the lines', () => {
    const text = Array.from({ length: 60_000 }, (_, i) =>
      i % 3 === 0 ? '```' : i % 3 === 1 ? '```js' : '## 1. A',
    ).join('\n');
    const start = performance.now();
    straysIn(text);
    expect(performance.now() - start).toBeLessThan(2_000);
  });
});
