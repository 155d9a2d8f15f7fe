import { findUnguardedListeners } from './listener-rule.ts';

/** A tracked file; binary files have no text. */
export interface HouseFile {
  readonly path: string;
  readonly text: string | undefined;
}

/** A rule reports the faults of one file, line by line. */
export interface HouseRule {
  readonly name: string;
  check(file: HouseFile): readonly HouseFault[];
}

export interface HouseFault {
  readonly line: number;
  readonly says: string;
}

const longestFile = 400;
const codeName = /\.(ts|tsx|mts|js|mjs|css)$/;
const testName = /(\.test\.tsx?|\.spec\.ts)$/;
const lengthIsFree = [testName, /\/tables\//, /\/migrations\//, /(^|\/|-)texts?\.ts$/, /\/texts\//, /\.generated\./];

const kebab = /^\.?[a-z0-9]+(-[a-z0-9]+)*(\.[a-z0-9]+(-[a-z0-9]+)*)*$/;
const namesByCustom = /^(README|CONTRIBUTING|SECURITY|CHANGELOG|LICENSE|CODE_OF_CONDUCT|Dockerfile|SKILL)(\.md)?$/;
const vagueNames = /^(utils?|helpers?)\.(ts|tsx)$/;

/** The bracket expressions keep this file from matching itself. */
const unfinished = /\b(TOD[O]|FIXM[E])\b/;
const machinePath = /(^|[\s"'`(=:])\/(wor[k]|roo[t])\//;
const packageHost = /registry\.(npmj[s]|yarnpk[g])\.|\bregistry\s*=\s*http/;
const switchedOff = /\b(test|it|describe|suite|bench)(\.\w+)*\.(only|skip|todo|fixme)\(/;

export const houseRules: readonly HouseRule[] = [
  {
    name: 'file length',
    check: ({ path, text }) => {
      if (text === undefined || !codeName.test(path) || lengthIsFree.some((free) => free.test(path))) return [];
      const lines = text.replace(/\n$/, '').split('\n').length;
      return lines > longestFile ? [{ line: 1, says: `${lines} lines; ${longestFile} is the limit` }] : [];
    },
  },
  {
    name: 'file name',
    check: ({ path }) => {
      if (path.includes('/migrations/')) return [];
      const odd = path.split('/').find((part) => !kebab.test(part) && !namesByCustom.test(part));
      return odd ? [{ line: 1, says: `${odd} is not kebab-case` }] : [];
    },
  },
  {
    name: 'vague name',
    check: ({ path }) => {
      const name = path.split('/').at(-1) ?? '';
      return vagueNames.test(name) ? [{ line: 1, says: 'a file is named for what happens in it' }] : [];
    },
  },
  // The corpus has real PRDs, placeholders included.
  eachLine('unfinished work', (path) => !path.startsWith('fixtures/prds/'), unfinished, 'finish it or leave it out'),
  eachLine('machine path', () => true, machinePath, 'a path of one machine'),
  eachLine(
    'package host',
    (path) => path !== 'package-lock.json',
    packageHost,
    'where packages come from is the machine’s business',
  ),
  eachLine('switched-off test', (path) => testName.test(path), switchedOff, 'every test runs, always'),
  {
    name: 'unguarded listener',
    check: ({ path, text }) => (text === undefined ? [] : findUnguardedListeners(path, text)),
  },
];

function eachLine(name: string, applies: (path: string) => boolean, pattern: RegExp, says: string): HouseRule {
  return {
    name,
    check: ({ path, text }) => {
      if (text === undefined || !applies(path)) return [];
      return text.split('\n').flatMap((content, index) => (pattern.test(content) ? [{ line: index + 1, says }] : []));
    },
  };
}
