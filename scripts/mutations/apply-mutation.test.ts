import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { plantFiles } from '../plant-files.ts';
import { applyMutation } from './apply-mutation.ts';
import { mutations } from './list.ts';

const claim = 'src/server/claim-task.ts';
const change = { file: claim, find: 'held > 0', replace: 'held > 1' };

test('the text is replaced, and the file is as it was after restoring it', () => {
  using tree = plantFiles({ [claim]: 'if (held > 0) throw refused();\n' });
  const applied = applyMutation(tree.root, change);
  expect(applied).toMatchObject({ file: claim });
  expect(read(tree.root, claim)).toBe('if (held > 1) throw refused();\n');
  if ('restore' in applied) applied.restore();
  expect(read(tree.root, claim)).toBe('if (held > 0) throw refused();\n');
});

test('a text that was wrapped by a formatter is still found', () => {
  using tree = plantFiles({ [claim]: 'if (\n  held\n    > 0\n) throw refused();\n' });
  expect(applyMutation(tree.root, change)).toMatchObject({ file: claim });
  expect(read(tree.root, claim)).toBe('if (\n  held > 1\n) throw refused();\n');
});

test('signs that mean something in a pattern or in a replacement mean themselves', () => {
  using tree = plantFiles({ [claim]: 'const a = b?.[0] ?? (c | d);\n' });
  applyMutation(tree.root, { file: claim, find: 'b?.[0] ?? (c | d)', replace: "'$&$1'" });
  expect(read(tree.root, claim)).toBe("const a = '$&$1';\n");
});

test('a text that is not there, or there twice, changes nothing', () => {
  using tree = plantFiles({ [claim]: 'const kept = 1;\n', 'src/twice.ts': 'held > 0;\nheld > 0;\n' });
  expect(applyMutation(tree.root, change)).toEqual({ refusal: `${claim} does not have the text to replace` });
  expect(applyMutation(tree.root, { ...change, file: 'src/twice.ts' })).toEqual({
    refusal: 'src/twice.ts has the text to replace 2 times',
  });
  expect(read(tree.root, 'src/twice.ts')).toBe('held > 0;\nheld > 0;\n');
});

test('a file that has moved is found by its name', () => {
  using tree = plantFiles({ 'src/server/plan/baton/claim-task.ts': 'if (held > 0) throw refused();\n' });
  expect(applyMutation(tree.root, change)).toMatchObject({ file: 'src/server/plan/baton/claim-task.ts' });
});

test('a file that is gone, or of which there are two elsewhere, is not guessed at', () => {
  using none = plantFiles({ 'src/other.ts': 'held > 0;\n' });
  using two = plantFiles({ 'src/a/claim-task.ts': 'held > 0;\n', 'src/b/claim-task.ts': 'held > 0;\n' });
  const refusal = `${claim} is not there, and no single other file has its name`;
  expect(applyMutation(none.root, change)).toEqual({ refusal });
  expect(applyMutation(two.root, change)).toEqual({ refusal });
  expect(read(two.root, 'src/a/claim-task.ts')).toBe('held > 0;\n');
});

test('migrations, whose files have one name, are found by their folders', () => {
  using tree = plantFiles({
    'src/db/migrations/1_plan/migration.sql': 'select 1;\n',
    'src/db/migrations/2_claim/migration.sql': 'select 2;\n',
  });
  const moved = { file: 'src/server/db/migrations/2_claim/migration.sql', find: 'select 2', replace: 'select 3' };
  expect(applyMutation(tree.root, moved)).toMatchObject({ file: 'src/db/migrations/2_claim/migration.sql' });
});

test('every listed bug changes something, and names tests of one kind', () => {
  for (const { find, replace, tests } of mutations) {
    expect(find.trim()).not.toBe('');
    expect(replace).not.toBe(find);
    const journeys = tests.files.filter((file) => file.endsWith('.spec.ts'));
    expect([0, tests.files.length]).toContain(journeys.length);
  }
});

function read(root: string, file: string): string {
  return readFileSync(path.join(root, file), 'utf8');
}
