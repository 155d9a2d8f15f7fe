import { describe, expect, test } from 'vitest';
import { plainLines, plainText } from './plain-text.ts';
import { CORPUS, readFolder } from './read-folder.ts';

const documents = readFolder(CORPUS);

describe.each(documents.map((document) => [document.name, document] as const))('%s', (_, { lines, labels }) => {
  const written = lines.flatMap(({ kind }, at) => (kind === 'blank' ? [] : [at + 1]));

  test('every line that is not blank has one role', () => {
    expect([...(labels?.roles.keys() ?? [])].toSorted((a, b) => a - b)).toEqual(written);
    expect(labels?.twice).toEqual([]);
  });

  test('the tasks cite lines of work or done work, and their titles are pieces of the document', () => {
    const page = `${plainText(lines.map(({ text }) => text).join(' '))} ${plainLines(lines.map(({ text }) => text))}`;
    for (const { title, lines: cited, done } of labels?.tasks ?? []) {
      expect(page).toContain(plainText(title));
      const roles = [...cited].map((line) => labels?.roles.get(line)?.[0]);
      expect(roles, title).toContain(done ? 'done' : 'work');
    }
  });

  test('the first task is the first one that is open', () => {
    const open = labels?.tasks.filter(({ done, later }) => !done && !later) ?? [];
    expect(labels?.first[0]).toBe(open[0]?.title);
    const titles = open.map(({ title }) => title);
    expect(labels?.first.filter((title) => !titles.includes(title))).toEqual([]);
  });
});
