import { describe, expect, it } from 'vitest';
import { listOurs, listTheirs } from '#test/list-blocks.ts';
import { CORPUS, readFolder } from '#test/score/read-folder.ts';
import { readPrdBlocks } from './read-prd-blocks.ts';

/** Ours takes paragraphs whose lines begin with numbers, "•" or "✅" for the lists their author meant. */
const documents = readFolder(CORPUS).filter(({ name }) => name !== 'choir-planner');

describe('our reader against the markdown parser of the field', () => {
  it.each(documents.map(({ name, content }) => [name, content] as const))(
    'sees the same blocks in %s',
    (_, content) => {
      expect(listOurs(readPrdBlocks(content))).toEqual(listTheirs(content));
    },
  );
});
