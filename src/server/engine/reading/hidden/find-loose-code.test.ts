import { describe, expect, it } from 'vitest';
import { checksOf } from '#test/plan-text.ts';
import { readBlocks } from '#markdown/read-blocks.ts';
import { findLooseCode } from './find-loose-code.ts';

const typesIn = (content: string) =>
  findLooseCode(readBlocks(content)).map(({ type, start, end }) => `${type} ${start}-${end}`);

describe('code without a fence', () => {
  it('is one piece of code, with the comments between', () => {
    const content =
      'CREATE TABLE loans (\nid UUID PRIMARY KEY,\ndue TEXT\n);\n\n-- Who borrows\n\nCREATE TABLE members (\nid UUID\n);\n\nMembers borrow books.\n';
    expect(typesIn(content)).toEqual(['code 1-10', 'paragraph 12-12']);
    expect(typesIn('POST /loans\n{\n  copy: string;\n}\n')).toEqual(['code 1-4']);
  });

  it('is one check, not one a line', () => {
    const content =
      '# Library\n\n## Database Schema\n\nCREATE TABLE loans (\nid UUID,\ndue TEXT\n);\n\n## Requirements\n\n- Members must renew\n- Clerks must lend\n';
    expect(checksOf(content)).toEqual({
      'Database Schema': ['CREATE TABLE loans; id UUID,; due TEXT'],
      Requirements: ['Members must renew', 'Clerks must lend'],
    });
  });

  it('is not a sentence with a semicolon, a list of values, or one line', () => {
    expect(typesIn('The desk lends books;\nit takes them back\nand prints a slip.\n')).toEqual(['paragraph 1-3']);
    expect(typesIn('POST /loans lends a copy.\n')).toEqual(['paragraph 1-1']);
    expect(typesIn('-- a remark of the author\n')).toEqual(['paragraph 1-1']);
  });
});
