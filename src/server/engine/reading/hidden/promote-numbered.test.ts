import { describe, expect, it } from 'vitest';
import { planText } from '#test/plan-text.ts';

const two = (name: string) => `- The ${name} must open at noon\n- The ${name} must close at night\n`;
const headings = (content: string) => planText(content).reading.sections.map(({ heading }) => heading);

describe('numbered lines below a numbered heading', () => {
  it.each([
    ['alone', '\n3.2 Return box\n\n'],
    ['indented', '\n  3.2 Return box\n\n'],
    ['right behind a bullet', '3.2 Return box\n\n'],
  ])('are headings where they count up: %s', (_, line) => {
    const content = `# App\n\n## 3. Requirements\n\n3.1 Lending desk\n\n${two('desk')}${line}${two('box')}`;
    expect(headings(content)).toEqual(['App', 'Requirements', 'Lending desk', 'Return box']);
    expect(planText(content).reading.requirements).toHaveLength(4);
  });

  it.each([
    ['of another number', '## 3. Requirements', '4.1 Lending desk', '4.2 Return box'],
    ['without a numbered heading', '## Requirements', '3.1 Lending desk', '3.2 Return box'],
    ['that are sentences', '## 3. Requirements', '3.1 The desk must lend.', '3.2 The box must open.'],
  ])('are none where they are %s', (_, head, first, second) => {
    const content = `# App\n\n${head}\n\n${first}\n\n${two('desk')}\n${second}\n\n${two('box')}`;
    expect(headings(content)).toHaveLength(2);
  });

  it('are items where nothing stands between them', () => {
    const content = '# App\n\n## 3. Requirements\n\n3.1 Lend books\n\n3.2 Renew loans\n\n3.3 Print slips\n';
    expect(headings(content)).toHaveLength(2);
  });
});
