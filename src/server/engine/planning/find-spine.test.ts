import { describe, expect, it } from 'vitest';
import { readPrd } from '../reading/read-prd.ts';
import { findSpine } from './find-spine.ts';

function spineOf(content: string) {
  const { doc, checks } = readPrd(content, { previous: [], roles: [] });
  const spine = findSpine(doc, checks);
  return spine === null ? null : [...spine.units, ...spine.itemSections].map(({ heading }) => heading);
}
const list = (...words: string[]) => words.map((word) => `- It must ${word} the book\n`).join('');

describe('the spine', () => {
  it('is the largest family of units that count up', () => {
    const content = `# App\n\n## Feature 1: Lend\n\n${list('lend', 'scan')}\n## Feature 2: Return\n\n${list('take', 'shelve')}\n## Security\n\n${list('lock')}`;
    expect(spineOf(content)).toEqual(['Feature 1: Lend', 'Feature 2: Return']);
  });

  it('is the sub-sections of one part', () => {
    const content = `# App\n\n## Features\n\n### Lend\n\n${list('lend', 'scan')}\n### Return\n\n${list('take', 'shelve')}`;
    expect(spineOf(content)).toEqual(['Lend', 'Return']);
  });

  it('is labelled items of a section of features', () => {
    const content =
      '# App\n\n## Features\n\n- **Lend**: members borrow up to five books at the desk\n- **Return**: members return a book in the box at night\n- **Fine**: the clerk takes a fine for every day too late\n- **Print**: the clerk prints all loans of a member\n';
    expect(spineOf(content)).toEqual(['Features']);
  });

  it('is not the schedule that says the features again', () => {
    const content = `# App\n\n## Features\n\n### Lend\n\n${list('lend', 'scan', 'log')}\n### Return\n\n${list('take', 'shelve', 'mend')}\n## Timeline\n\n### Week 1\n\n${list('a', 'b', 'c')}\n### Week 2\n\n${list('d', 'e', 'f')}`;
    expect(spineOf(content)).toEqual(['Lend', 'Return']);
  });

  it('is not there where nothing breaks the work down', () => {
    expect(spineOf('# App\n\nThe library is old.\n')).toBeNull();
    expect(spineOf(`# App\n\n## Risks\n\n${list('fall', 'burn', 'rot', 'go')}`)).toBeNull();
  });
});

describe('must-haves', () => {
  const labelled = (...names: string[]) =>
    names.map((name) => `- **${name}**: members use the ${name} on every day of the week\n`).join('');
  const must = `### Must-have\n\n${labelled('desk', 'box', 'gate', 'lamp')}`;

  it('are the features beside nothing but what is for later', () => {
    expect(spineOf(`# App\n\n## Scope\n\n${must}\n### Nice-to-have\n\n${list('glow', 'hum')}`)).toEqual(['Must-have']);
  });

  it('count more than a few parts that stand beside each other', () => {
    const parts = ['Bell', 'Door', 'Roof', 'Wall'].map((name) => `## ${name}\n\n${list('mend', 'paint')}\n`).join('');
    expect(spineOf(`# App\n\n## Scope\n\n${must}\n${parts}`)).toEqual(['Must-have']);
    expect(
      spineOf(`# App\n\n## Scope\n\n${must}\n${parts}\n## Yard\n\n${list('sweep', 'mow', 'fence', 'light')}`),
    ).toHaveLength(5);
  });

  it('are not where other parts of the same section hold work of now', () => {
    const content = `# App\n\n## Scope\n\n${must}\n### Should-have\n\n${list('bell', 'door', 'roof', 'wall')}`;
    expect(spineOf(content)).toEqual(['Must-have', 'Should-have']);
  });
});
