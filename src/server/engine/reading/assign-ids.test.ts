import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import type { Requirement } from '#contract/requirement.ts';
import { assignIds } from './assign-ids.ts';

type Unread = Omit<Requirement, 'id'>;

/** "FR-3: A text" below "## Heading", as a reader hands it over. */
function read(content: string): Unread[] {
  let heading = 'Top';
  return content.split('\n').flatMap((line, place): Unread[] => {
    heading = /^## (.+)$/u.exec(line)?.[1] ?? heading;
    const [, own, text] = /^- (?:(FR-\d+): )?(.+)$/u.exec(line) ?? [];
    if (text === undefined) return [];
    const at = { kind: 'item' as const, heading_path: [heading], start_line: place + 1, end_line: place + 1 };
    return [{ ...at, text, ...(own === undefined ? {} : { author_id: own }) }];
  });
}
const first = (content: string) => assignIds(read(content), []);
const next = (content: string, before: readonly Requirement[]) => assignIds(read(content), before);
const idsOf = (found: readonly Requirement[]) => found.map(({ id }) => id);
const idOf = (found: readonly Requirement[], words: string) => found.find(({ text }) => text.includes(words))?.id;

describe('ids of a first reading', () => {
  it('are the author’s where each is used once, and made of the text otherwise', () => {
    const found = first('- FR-1: Export\n- FR-2: Import\n- FR-2: Print\n- Save\n');
    const made: unknown = expect.stringMatching(/^r-[0-9a-f]{8}$/u);
    expect(idsOf(found)).toEqual(['FR-1', made, made, made]);
    expect(found.map(({ author_id }) => author_id)).toEqual(['FR-1', 'FR-2', 'FR-2', undefined]);
  });

  it('are never the same twice', () => {
    expect(new Set(idsOf(first('## A\n- same\n- same\n## B\n- same\n- Same.\n- **same**\n'))).size).toBe(5);
  });

  it('do not depend on the order, even where texts repeat below different headings', () => {
    const [a, b] = idsOf(first('## A\n- same\n## B\n- same\n'));
    expect(idsOf(first('## B\n- same\n## A\n- same\n'))).toEqual([b, a]);
  });
});

describe('ids of the next reading', () => {
  const PRD =
    '## Export\n- FR-1: The clerk exports a month as CSV\n- FR-2: Old exports are deleted after a year\n' +
    '- FR-3: Pictures are printed in colour\n## Import\n- FR-4: A file is checked before it is read\n' +
    '- FR-5: Two files can be read at once\n';
  const before = first(PRD);

  it('stay with their texts when one goes and the rest is numbered anew', () => {
    const after = next(
      PRD.replace('- FR-3: Pictures are printed in colour\n', '').replace('FR-4', 'FR-3').replace('FR-5', 'FR-4'),
      before,
    );
    expect(idsOf(after)).toEqual(['FR-1', 'FR-2', 'FR-4', 'FR-5']);
    expect(after.map(({ author_id }) => author_id)).toEqual(['FR-1', 'FR-2', 'FR-3', 'FR-4']);
    const third = next(
      `${PRD.split('\n').slice(0, 3).join('\n')}\n- FR-3: A lamp lights up\n- FR-4: A bell rings\n`,
      after,
    );
    expect(idsOf(third).slice(0, 2)).toEqual(['FR-1', 'FR-2']);
    for (const id of idsOf(third).slice(2)) expect(id).toMatch(/^r-/u);
  });

  it('follow the texts when two of them exchange their ids', () => {
    const swapped = PRD.replace('FR-1', 'FR-x').replace('FR-2', 'FR-1').replace('FR-x', 'FR-2');
    const after = next(swapped, before);
    expect(idsOf(after)).toEqual(['FR-1', 'FR-2', 'FR-3', 'FR-4', 'FR-5']);
    expect(after.slice(0, 2).map(({ author_id }) => author_id)).toEqual(['FR-2', 'FR-1']);
  });

  it('follow the texts, also where two of the same words exchange their places and their ids', () => {
    const asked = first('- FR-1: The clerk pays the member\n- FR-2: The member pays the clerk\n');
    const after = next('- FR-1: The member pays the clerk\n- FR-2: The clerk pays the member\n', asked);
    expect(idsOf(after)).toEqual(['FR-2', 'FR-1']);
  });

  it('stay when texts move, lose their ids or get a number in front', () => {
    expect(
      idsOf(
        next(
          '## Elsewhere\n- Two files can be read at once\n- 2. Old exports are deleted after a year\n' +
            '- **NFR-7** – the clerk exports a month as CSV.\n',
          before,
        ),
      ),
    ).toEqual(['FR-5', 'FR-2', 'FR-1']);
  });

  it('stay through several rewordings', () => {
    const second = next(PRD.replace('as CSV', 'as CSV or PDF'), before);
    const third = next(PRD.replace('a month as CSV', 'a month or a year as CSV or PDF'), second);
    expect(idsOf(third)).toEqual(idsOf(before));
  });

  it('stay with a text that shares some words, where the author calls it the same in the same place', () => {
    const reworded = PRD.replace('Pictures are printed in colour', 'All pictures are black on white paper');
    const after = next(reworded.replace('## Import', '- FR-9: Members log in with a passkey\n## Import'), before);
    expect(idsOf(after)).toEqual(['FR-1', 'FR-2', 'FR-3', 'FR-9', 'FR-4', 'FR-5']);
  });

  it('are new for what is new, also where the author uses an old one for it', () => {
    const after = next(PRD.replace('Pictures are printed in colour', 'Members log in with a passkey'), before);
    expect(idOf(after, 'passkey')).toMatch(/^r-/u);
    const more = next(`${PRD}- FR-6: Members log in with a passkey\n`, before);
    expect(idOf(more, 'passkey')).toBe('FR-6');
  });

  it('stay with texts that no spaces part', () => {
    const asked = first('## 出口\n- 用户可以导出订单为文件\n- 系统必须保存所有登录记录\n');
    const after = next('## 出口\n- 系统必须保存所有登录记录一年\n- 用户可以导出全部订单为文件\n', asked);
    expect(idsOf(after)).toEqual(idsOf(asked).toReversed());
  });

  it('stay with the place of a text that is there twice', () => {
    const twice = first('## A\n- It is fast\n## B\n- It is fast\n');
    const turned = next('## B\n- It is fast\n## C\n- It is fast\n## A\n- It is fast\n', twice);
    expect(idsOf(turned)).toEqual([twice[1]?.id, expect.stringMatching(/^r-/u), twice[0]?.id]);
  });
});

/** Different enough that none is a rewording of another. */
const SUBJECTS = ['clerk', 'member', 'shelf', 'printer', 'invoice', 'camera', 'ladder', 'window', 'garden', 'engine'];
const VERBS = ['opens', 'counts', 'paints', 'weighs', 'moves', 'sells', 'hides', 'lights', 'sorts', 'mends'];
const aText = fc
  .tuple(fc.nat({ max: 9 }), fc.nat({ max: 9 }))
  .map(([a, b]) => `${SUBJECTS[a] ?? ''}${b} ${VERBS[b] ?? ''}${a} thing${a}x${b} quickly${b}y${a} daily${a}${b}`);
const someTexts = fc.uniqueArray(aText, { minLength: 3, maxLength: 12 });
const numbered = (texts: readonly string[]) => texts.map((text, at) => `- FR-${at + 1}: ${text}`).join('\n');
const byText = (found: readonly Requirement[]) => new Map(found.map(({ text, id }) => [text, id]));

const EDITS: Record<string, (texts: string[], at: number, other: string) => string[]> = {
  'one goes': (texts, at) => texts.toSpliced(at, 1),
  'the order changes': (texts, at) => [...texts.slice(at), ...texts.slice(0, at).toReversed()],
  'one is reworded': (texts, at) => texts.with(at, `${texts[at] ?? ''} again`),
  'one comes': (texts, at, other) => texts.toSpliced(at, 0, other),
  'one is there twice': (texts, at) => [...texts, texts[at] ?? ''],
};

test.each(Object.keys(EDITS))(
  'whatever the PRD: when %s and all are numbered anew, ids stay with their texts',
  (name) => {
    fc.assert(
      fc.property(someTexts, fc.nat(), (texts, dice) => {
        const before = first(numbered(texts));
        const at = dice % texts.length;
        const edited = (EDITS[name] ?? never)([...texts], at, 'A lantern nobody spoke of before');
        const after = next(numbered(edited), before);
        const [was, is] = [byText(before), byText(after)];
        for (const text of texts.filter((each) => edited.includes(each)))
          expect(after.filter((each) => each.text === text).map(({ id }) => id)).toContain(was.get(text));
        if (name === 'one is reworded') expect(is.get(`${texts[at] ?? ''} again`)).toBe(was.get(texts[at] ?? ''));
        expect(new Set(idsOf(after)).size).toBe(edited.length);
        const isNew = after.filter(({ id }) => !idsOf(before).includes(id));
        expect(isNew).toHaveLength(Math.max(0, edited.length - texts.length));
        expect(idsOf(next(numbered(edited), after))).toEqual(idsOf(after));
      }),
    );
  },
);

const never = (): never => {
  throw new Error('there is no such edit');
};
