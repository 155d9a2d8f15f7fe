/** One deliberate bug, and the tests that have to fail because of it. */
export interface Mutation {
  /** A file that has moved is found by its name, as long as only one file of the tree has that name. */
  readonly file: string;
  /** Has to occur exactly once. Any white space in it stands for any other, so that reformatting changes nothing. */
  readonly find: string;
  readonly replace: string;
  /** What the product does wrong with it. */
  readonly breaks: string;
  readonly tests: NamedTests;
}

export interface NamedTests {
  /** Test files that vitest runs (*.test.ts), or journeys (e2e/*.spec.ts); never both. */
  readonly files: readonly string[];
  /** Part of the titles of those to run; absent: all that the files have. */
  readonly titled?: string;
}

export const isJourney = ({ files }: NamedTests): boolean => files.some((file) => file.endsWith('.spec.ts'));
