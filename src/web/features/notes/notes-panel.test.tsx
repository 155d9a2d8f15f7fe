import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { LOADING } from '#contract/common-texts.ts';
import type { Note } from '#contract/note.ts';
import { lineOf } from '#contract/status-lines.ts';
import { type Asked, failure, fakeFetch, success, tokenFor } from '#test/fake-fetch.ts';
import { changeNotes } from '#web/lib/live/live-notes.ts';
import { isSaving } from '#web/lib/net/saving.ts';
import { installShortcuts } from '#web/lib/keys/shortcuts.ts';
import { fakeTopLayer } from '#test/web/fake-top-layer.ts';
import { dismissToast, listToasts, runToastAction } from '#web/ui/toast.ts';
import { NotesPanel, type NotesPanelProps } from './notes-panel.tsx';
import { sampleCount, sampleNote, sampleTask } from '#test/web/sample-notes.ts';

beforeAll(async () => {
  fakeTopLayer();
  Element.prototype.scrollIntoView = () => undefined;
  globalThis.ResizeObserver = class {
    observe() {}
    unobserve() {}
    disconnect() {}
  };
  Element.prototype.scrollTo = () => undefined;
  await import('#web/ui/markdown/rendered-markdown.tsx');
});
afterEach(() => {
  cleanup();
  for (const { id } of listToasts()) dismissToast(id);
  sessionStorage.clear();
});

let cache: QueryClient;
let stored: Note[];
let answer: (asked: Asked) => Response | Promise<Response> | undefined;
let server: ReturnType<typeof fakeFetch>;

/** Keyset pagination over `stored`, as on the server. */
function page(path: string) {
  const query = new URL(path, 'http://x').searchParams;
  const ofTask = stored.filter((note) => query.get('task_id') === null || note.task_id === query.get('task_id'));
  const start = query.get('before') === null ? 0 : ofTask.findIndex(({ id }) => id === query.get('before')) + 1;
  return success(ofTask.slice(start, start + Number(query.get('limit'))));
}

beforeEach(() => {
  stored = [];
  answer = () => undefined;
  cache = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  server = fakeFetch((asked) => {
    if (asked.path === '/api/auth/token') return Response.json({ token: tokenFor('u1') });
    return answer(asked) ?? (asked.method === 'GET' ? page(asked.path) : undefined);
  });
});

const listed = () => [...document.querySelectorAll('article')].map((each) => each.id.replace('note-', ''));
const toastTitles = () => listToasts().map(({ title }) => title);

async function open(props: Partial<NotesPanelProps> = {}, address = '/') {
  const handlers = {
    onTab: vi.fn<(tab: string) => void>(),
    onSort: vi.fn<(sort: string) => void>(),
    onClearTask: vi.fn<() => void>(),
    onSelectTask: vi.fn<(id: string) => void>(),
  };
  const draw = (more: Partial<NotesPanelProps>) => (
    <QueryClientProvider client={cache}>
      <MemoryRouter initialEntries={[address]}>
        <NotesPanel
          projectId="p"
          task={undefined}
          taskTitleOf={(id) => (id === 't1' ? 'First task' : undefined)}
          tab="all"
          sort="newest"
          noteCounts={[]}
          {...handlers}
          {...more}
        />
      </MemoryRouter>
    </QueryClientProvider>
  );
  const { rerender } = render(draw(props));
  await waitFor(() => {
    expect(cache.isFetching()).toBe(0);
    // The loading state has a minimum duration against flicker.
    expect(screen.queryByText(LOADING)).toBeNull();
  });
  return { ...handlers, change: (more: Partial<NotesPanelProps>) => rerender(draw({ ...props, ...more })) };
}

/** Newest first; broadcasts, because they render fast. */
const events = (count: number) =>
  Array.from({ length: count }, (_, i) => sampleNote(`n${count - i}`, count - i, { is_broadcast: true }));

const task = sampleTask('t1', 'Clock-skew guard');

describe('an empty panel', () => {
  test.each<[string, Partial<NotesPanelProps>, string[]]>([
    ['of a task', { task }, ['No notes for "Clock-skew guard"', 'Notes will appear here as agents work on this task']],
    [
      'of a task, under a type',
      { task, tab: 'findings' },
      ['No Findings notes for this task', 'Notes will appear here as agents work on this task'],
    ],
    ['with no task selected', {}, ['Select a task to view its notes', 'Click on a task to view its notes']],
    ['with no task selected, under a type', { tab: 'files' }, ['No Files notes', 'Click on a task to view its notes']],
  ])('%s says so in its own words', async (_name, props, texts) => {
    await open(props);
    for (const text of texts) expect(screen.getByText(text)).toBeTruthy();
  });

  test('under one type offers what the other tabs have', async () => {
    stored = [sampleNote('a', 1, { task_id: 't1' })];
    const { onTab } = await open({ task, tab: 'findings', noteCounts: [sampleCount('PROGRESS', 14, 't1')] });
    fireEvent.click(screen.getByRole('button', { name: 'Show all 14 notes' }));
    expect(onTab).toHaveBeenCalledExactlyOnceWith('all');
    expect(screen.queryByText('Notes will appear here as agents work on this task')).toBeNull();
  });

  test('that could not be loaded says why and tries again', async () => {
    answer = ({ path }) => (path.startsWith('/api/projects') ? failure(500, 'The disk is full.') : undefined);
    await open();
    expect(screen.getByText('The disk is full.')).toBeTruthy();
    answer = () => undefined;
    stored = [sampleNote('a', 1)];
    fireEvent.click(screen.getByRole('button', { name: 'Try Again' }));
    await waitFor(() => expect(listed()).toEqual(['a']));
  });
});

test('tabs count the notes of the selected task, other types only under All', async () => {
  const noteCounts = [
    sampleCount('PROGRESS', 2, 't1'),
    sampleCount('OTHER', 4, 't1'),
    sampleCount('FINDING', 8, 't2'),
    sampleCount('CONTEXT', 16),
  ];
  const { change } = await open({ noteCounts });
  const counts = () => screen.getAllByRole('tab').map((tab) => tab.textContent);
  expect(counts()).toEqual(['All30', 'Progress2', 'Files0', 'Findings8', 'Context16']);
  change({ task });
  expect(counts()).toEqual(['All6', 'Progress2', 'Files0', 'Findings0', 'Context0']);
});

describe('a list', () => {
  test('stands newest first, and oldest first when asked', async () => {
    stored = [sampleNote('b', 2), sampleNote('a', 1)];
    const { change, onSort } = await open();
    expect(listed()).toEqual(['b', 'a']);
    fireEvent.click(screen.getByRole('button', { name: 'Newest First' }));
    expect(onSort).toHaveBeenCalledExactlyOnceWith('oldest');
    change({ sort: 'oldest' });
    await waitFor(() => expect(listed()).toEqual(['a', 'b']));
  });

  test('under a type finds those that stand on older pages', async () => {
    stored = events(300);
    stored[290] = { ...sampleNote('rare', 10), type: 'FINDING' };
    await open({ tab: 'findings', noteCounts: [sampleCount('FINDING', 1)] });
    await waitFor(() => expect(listed()).toEqual(['rare']));
  });

  test('draws a part of many, and more on demand, from older pages too', async () => {
    stored = events(230);
    await open({ noteCounts: [sampleCount('PROGRESS', 230)] });
    expect(listed()).toHaveLength(50);
    for (const length of [100, 150, 200, 230]) {
      fireEvent.click(screen.getByText('Show older'));
      await waitFor(() => expect(listed()).toHaveLength(length));
    }
    expect(listed().at(-1)).toBe('n1');
    expect(screen.queryByText('Show older')).toBeNull();
  });

  test('names each note’s task when none is selected, and leads there', async () => {
    stored = [sampleNote('b', 2, { task_id: 't1' }), sampleNote('a', 1, { task_id: 'gone' })];
    const { onSelectTask } = await open();
    expect(screen.getByText('A task that was removed')).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'First task' }));
    expect(onSelectTask).toHaveBeenCalledExactlyOnceWith('t1');
  });

  test('lets new notes wait while someone reads further down', async () => {
    stored = [sampleNote('b', 2), sampleNote('a', 1)];
    await open();
    const box = screen.getByRole('tabpanel');
    box.scrollTop = 400;
    fireEvent.scroll(box);
    act(() => changeNotes(cache, 'p', [sampleNote('c', 3), sampleNote('d', 4), sampleNote('a', 1, { body: 'new' })]));
    expect(listed()).toEqual(['b', 'a']);
    expect(await screen.findByText('new')).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: '2 new notes' }));
    expect(listed()).toEqual(['d', 'c', 'b', 'a']);
    expect(screen.queryByRole('button', { name: /new note/ })).toBeNull();
  });

  test('shows the note an address names, from an older page if need be', async () => {
    stored = events(260);
    await open({ noteCounts: [sampleCount('PROGRESS', 260)] }, '/#note-n3');
    await waitFor(() => expect(document.activeElement?.id).toBe('note-n3'));
  });
});

describe('a note', () => {
  test('over 500 characters is cut until someone reads more', async () => {
    stored = [sampleNote('a', 1, { body: `${'word '.repeat(150)}end` })];
    await open();
    expect(screen.queryByText(/end$/)).toBeNull();
    fireEvent.click(screen.getByRole('button', { name: 'Read More' }));
    expect(await screen.findByText(/end$/)).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'Show Less' }));
    expect(await screen.findByText(/\.\.\.$/)).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'Expand All' }));
    expect(await screen.findByText(/end$/)).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Collapse All' })).toBeTruthy();
    expect(screen.getByText('753 characters · 1 line')).toBeTruthy();
  });

  test('says whose it is, and whether that one holds its task', async () => {
    stored = [
      sampleNote('c', 3, { task_id: 't1', author: { kind: 'user', id: 'u1', name: 'Mira' } }),
      sampleNote('b', 2, { task_id: 't1' }),
      sampleNote('a', 1, { task_id: 't1' }),
    ];
    const holder = { kind: 'agent', id: null, name: 'codex-cli' };
    const batons = [{ task_id: 't1', holder, taken_at: stored[1]?.created_at }] as unknown as NotesPanelProps['batons'];
    await open({ task, batons });
    const said = screen
      .getAllByRole('article')
      .map((card) => [
        within(card).getByText(/^(?:Mira|codex-cli)$/).textContent,
        within(card).queryByText('Written by the holder of the baton') !== null,
      ]);
    expect(said).toEqual([
      ['Mira', false],
      ['codex-cli', true],
      ['codex-cli', false],
    ]);
  });

  test('keeps the mark of its holder after the baton was handed back', async () => {
    stored = [sampleNote('b', 2, { task_id: 't1' }), sampleNote('a', 1, { task_id: 't1', by_holder: true })];
    await open({ task });
    const marked = screen.getAllByRole('article').map((card) => within(card).queryByText(/while holding/) !== null);
    expect(marked).toEqual([false, true]);
  });

  test('with a question has its answer under it, each without the words that the other says', async () => {
    const asked = {
      task_id: 't1',
      type: 'CONTEXT',
      question_id: 'q',
      body: 'Question: Oak or elm?\n\n1. Oak\n2. Elm',
    };
    const answered = {
      task_id: 't1',
      type: 'CONTEXT',
      question_id: 'q',
      author: { kind: 'user', id: 'u1', name: 'Mira' },
      body: 'Answer from Mira: Oak. The dry one.\n\nTo: Oak or elm?',
    };
    stored = [sampleNote('a', 3, answered), sampleNote('b', 2, { task_id: 't1' }), sampleNote('q', 1, asked)];
    await open({ task, openQuestionOf: () => 'q' });
    const cards = screen.getAllByRole('article');
    expect(cards.map((card) => card.getAttribute('aria-label'))).toEqual([
      'Question note',
      'Answer note',
      'Progress note',
    ]);
    const [question, answer_] = cards as [HTMLElement, HTMLElement];
    expect(within(question).getByText('Open')).toBeTruthy();
    expect(question.textContent).toContain('Oak or elm?');
    expect(question.textContent).not.toContain('Question: ');
    expect(within(answer_).getByText('Oak. The dry one.')).toBeTruthy();
    expect(answer_.textContent).not.toContain('Oak or elm?');
    expect(screen.getByText('17 characters · 1 line')).toBeTruthy();
  });

  test('says that it was edited only when it was', async () => {
    stored = [sampleNote('b', 2, { updated_at: new Date().toISOString() }), sampleNote('a', 1)];
    await open();
    expect(screen.getAllByText(/^edited/)).toHaveLength(1);
    expect(screen.getByText('edited just now')).toBeTruthy();
  });

  test('of the product itself is one line without a menu or a footer', async () => {
    stored = [sampleNote('a', 1, { is_broadcast: true, body: 'Task status changed: open → wip' })];
    await open();
    const row = screen.getByRole('article');
    expect(within(row).getByText('Task status changed: open → wip')).toBeTruthy();
    expect(within(row).queryAllByRole('button')).toEqual([]);
    expect(within(row).queryByText(/characters/)).toBeNull();
  });

  describe('of a changed status', () => {
    const line = (seq: number, from: string, to: string): Note => {
      const found = lineOf('01900000-0000-7000-8000-000000abcdef', {
        seq,
        type: 'task.status_changed',
        data: { task_id: 't1', previous_status: from, new_status: to },
        actor: { kind: 'user', id: null, name: 'Mira' },
        created_at: new Date(Date.UTC(2026, 0, 1, 12, seq)).toISOString(),
      } as Parameters<typeof lineOf>[1]);
      if (!found) throw new Error('the event has no line');
      return found;
    };
    const three = () => [line(3, 'wip', 'done'), line(2, 'open', 'wip'), line(1, 'wip', 'open')];
    const fold = () => screen.getByRole('button', { name: /status changes/ });

    test('is folded with its neighbours under the newest of them, and unfolds', async () => {
      stored = three();
      await open({ task });
      expect(fold().textContent).toBe('3 status changes');
      expect(fold().getAttribute('aria-expanded')).toBe('false');
      expect(screen.getByText('Task status changed: wip → done')).toBeTruthy();
      expect(screen.queryByText('Task status changed: open → wip')).toBeNull();
      fireEvent.click(fold());
      expect(fold().getAttribute('aria-expanded')).toBe('true');
      const said = screen
        .getAllByRole('article', { name: 'Event' })
        .map((row) => within(row).getByText(/^Task/).textContent);
      expect(said).toEqual([
        'Task status changed: wip → done',
        'Task status changed: open → wip',
        'Task status changed: wip → open',
      ]);
      fireEvent.click(fold());
      expect(screen.queryByText('Task status changed: open → wip')).toBeNull();
    });

    test('is the line that a folded claim shows, whatever else it said', async () => {
      const taken = line(2, 'open', 'wip');
      const locked = { ...taken, id: taken.id.replace(/2$/, '3') as Note['id'], body: 'Task locked by bob in Hull' };
      stored = [locked, taken];
      await open({ task });
      expect(screen.getByText('Task status changed: open → wip')).toBeTruthy();
      expect(screen.queryByText('Task locked by bob in Hull')).toBeNull();
    });

    test('counts as a note nowhere', async () => {
      stored = [...three(), sampleNote('a', 1, { task_id: 't1' })];
      const { change } = await open({ task, noteCounts: [sampleCount('PROGRESS', 1, 't1')] });
      expect(screen.getByRole('tab', { name: /Progress/ }).textContent).toBe('Progress1');
      change({ task, noteCounts: [sampleCount('PROGRESS', 1_290, 't1')] });
      expect(screen.getByRole('tab', { name: /Progress/ }).textContent).toBe('Progress1,290');
      const box = screen.getByRole('tabpanel');
      box.scrollTop = 400;
      fireEvent.scroll(box);
      act(() => changeNotes(cache, 'p', [line(4, 'done', 'open')]));
      expect(await screen.findByRole('button', { name: 'New status changes' })).toBeTruthy();
    });

    test('is unfolded by an address that names it', async () => {
      stored = three();
      const wanted = stored[1]?.id ?? '';
      await open({ task }, `/#note-${wanted}`);
      await waitFor(() => expect(document.activeElement?.id).toBe(`note-${wanted}`));
      expect(fold().getAttribute('aria-expanded')).toBe('true');
    });
  });

  test('that was replaced leads to the one in its place', async () => {
    stored = [sampleNote('b', 2, { supersedes_id: 'a' }), sampleNote('a', 1, { superseded_by_id: 'b' })];
    await open();
    fireEvent.click(screen.getByRole('button', { name: 'a newer note' }));
    await waitFor(() => expect(document.activeElement?.id).toBe('note-b'));
  });
});

function choose(item: string) {
  fireEvent.click(screen.getByRole('button', { name: 'Note actions' }));
  fireEvent.click(screen.getByRole('menuitem', { name: item }));
}

function chooseOf(body: string, item: string) {
  const card = screen.getAllByRole('article').find((each) => within(each).queryByText(body));
  if (!card) throw new Error(`no note says ${body}`);
  fireEvent.click(within(card).getByRole('button', { name: 'Note actions' }));
  fireEvent.click(screen.getByRole('menuitem', { name: item }));
}

describe('an edit', () => {
  const rewrite = (text: string) => {
    choose('Edit');
    const field = screen.getByRole('textbox', { name: 'Edit note' });
    fireEvent.change(field, { target: { value: text } });
    fireEvent.keyDown(field, { key: 'Enter', ctrlKey: true });
  };

  test('shows at once and is sent with the state it was made on', async () => {
    stored = [sampleNote('a', 1)];
    await open();
    const late = Promise.withResolvers<Response>();
    answer = ({ method }) => (method === 'PATCH' ? late.promise : undefined);
    rewrite('Better');
    expect(await screen.findByText('Better')).toBeTruthy();
    expect(screen.getByRole('article').dataset['pending']).toBe('');
    await act(async () => late.resolve(success({ ...sampleNote('a', 1), body: 'Better, as saved' })));
    expect(await screen.findByText('Better, as saved')).toBeTruthy();
    expect(server.to('/api/notes/a')[0]?.body).toEqual({
      type: 'PROGRESS',
      body: 'Better',
      base_updated_at: sampleNote('a', 1).updated_at,
    });
  });

  test('waits for the one before it on the same note, and is made on what that has left', async () => {
    stored = [sampleNote('a', 1)];
    await open();
    const first = Promise.withResolvers<Response>();
    const replies = [
      first.promise,
      success(sampleNote('a', 1, { body: 'Best', updated_at: '2026-03-01T00:00:00.000Z' })),
    ];
    answer = ({ method }) => (method === 'PATCH' ? replies.shift() : undefined);
    rewrite('Better');
    rewrite('Best');
    expect(await screen.findByText('Best')).toBeTruthy();
    await waitFor(() => expect(server.to('/api/notes/a')).toHaveLength(1));
    const better = { body: 'Better', updated_at: '2026-02-01T00:00:00.000Z' };
    await act(async () => changeNotes(cache, 'p', [sampleNote('a', 1, better)]));
    expect(screen.getByText('Best')).toBeTruthy();
    expect(server.to('/api/notes/a')).toHaveLength(1);
    await act(async () => first.resolve(success(sampleNote('a', 1, better))));
    await waitFor(() => expect(screen.getByRole('article').dataset['pending']).toBeUndefined());
    expect(server.to('/api/notes/a')[1]?.body).toMatchObject({ body: 'Best', base_updated_at: better.updated_at });
    expect(screen.getByText('Best')).toBeTruthy();
  });

  test('that fails brings the old text back and keeps the new one to try again', async () => {
    stored = [sampleNote('a', 1)];
    await open();
    answer = ({ method }) => (method === 'PATCH' ? failure(500, 'Broken') : undefined);
    rewrite('Better');
    await waitFor(() => expect(toastTitles()).toHaveLength(1));
    const box = await screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Edit note' });
    expect(box.value).toBe('Better');
    fireEvent.click(screen.getByRole('button', { name: 'Cancel' }));
    expect(await screen.findByText('Body of a')).toBeTruthy();
  });

  test('of a note that has changed meanwhile shows both texts, and the second save is meant', async () => {
    stored = [sampleNote('a', 1)];
    await open();
    answer = ({ method }) => (method === 'PATCH' ? failure(409, 'The note was changed meanwhile.') : undefined);
    stored = [sampleNote('a', 1, { body: 'Of somebody else', updated_at: '2026-02-01T00:00:00.000Z' })];
    rewrite('Mine');
    expect(await screen.findByText('Of somebody else')).toBeTruthy();
    const field = await screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Edit note' });
    expect(field.value).toBe('Mine');
    answer = ({ method, body }) => (method === 'PATCH' ? success({ ...stored[0], ...Object(body) }) : undefined);
    fireEvent.click(screen.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText('Mine')).toBeTruthy();
    expect(server.to('/api/notes/a')[1]?.body).toEqual({ type: 'PROGRESS', body: 'Mine' });
  });
});

describe('a note being rewritten', () => {
  const editor = (name = 'Edit note') => screen.queryByRole<HTMLTextAreaElement>('textbox', { name });
  const type = (text: string, name = 'Edit note') =>
    fireEvent.change(screen.getByRole('textbox', { name }), { target: { value: text } });
  const other = sampleTask('t2', 'Other');
  const settle = () => waitFor(() => expect(cache.isFetching()).toBe(0));
  const openOne = async () => {
    stored = [sampleNote('a', 1, { task_id: 't1' })];
    return open({ task });
  };
  const lookAway = async (change: (more: Partial<NotesPanelProps>) => void, away: Partial<NotesPanelProps>) => {
    change(away);
    await settle();
    change({ task });
    await screen.findByRole('article');
  };

  test.each<[string, Partial<NotesPanelProps>]>([
    ['task', { task: other }],
    ['tab', { tab: 'progress' }],
    ['order', { sort: 'oldest' }],
  ])('keeps its text through a look at another %s, and takes the focus from nobody', async (_what, away) => {
    const { change } = await openOne();
    choose('Edit');
    type('Better');
    fireEvent.change(screen.getByRole('combobox', { name: 'Note type' }), { target: { value: 'FINDING' } });
    await lookAway(change, away);
    expect(editor()?.value).toBe('Better');
    expect(screen.getByRole<HTMLSelectElement>('combobox', { name: 'Note type' }).value).toBe('FINDING');
    expect(document.activeElement).not.toBe(editor());
  });

  test.each([
    ['Edit', 'Edit note', 'Save'],
    ['Replace with a new note', 'Replace with a new note', 'Replace note'],
  ])('%s: a save that fails while one looks elsewhere loses nothing', async (item, name, saveLabel) => {
    const { change } = await openOne();
    const late = Promise.withResolvers<Response>();
    answer = ({ method }) => (method === 'PATCH' || method === 'POST' ? late.promise : undefined);
    choose(item);
    type('Better', name);
    fireEvent.click(screen.getByRole('button', { name: saveLabel }));
    change({ task: other });
    await settle();
    await act(async () => late.resolve(failure(500, 'Broken')));
    await waitFor(() => expect(toastTitles()).toHaveLength(1));
    change({ task });
    await screen.findByRole('article');
    expect(editor(name)?.value).toBe('Better');
  });

  test('a save that fails after one has come back opens the text again, but none that was begun since', async () => {
    const { change } = await openOne();
    const late = [Promise.withResolvers<Response>(), Promise.withResolvers<Response>()];
    const replies = late.map(({ promise }) => promise);
    answer = ({ method }) => (method === 'PATCH' ? replies.shift() : undefined);
    choose('Edit');
    type('Better');
    fireEvent.click(screen.getByRole('button', { name: 'Save' }));
    await lookAway(change, { task: other });
    expect(editor()).toBeNull();
    await act(async () => late[0]?.resolve(failure(500, 'Broken')));
    await waitFor(() => expect(editor()?.value).toBe('Better'));
    fireEvent.click(screen.getByRole('button', { name: 'Save' }));
    choose('Edit');
    type('Best');
    await act(async () => late[1]?.resolve(failure(500, 'Broken')));
    await waitFor(() => expect(screen.getByRole('article').dataset['pending']).toBeUndefined());
    expect(editor()?.value).toBe('Best');
  });

  test('is kept no longer once it is saved or cancelled, and Undo has it again', async () => {
    const { change } = await openOne();
    answer = ({ method, body }) => (method === 'PATCH' ? success({ ...stored[0], ...Object(body) }) : undefined);
    choose('Edit');
    type('Better');
    fireEvent.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(screen.getByRole('article').dataset['pending']).toBeUndefined());
    await lookAway(change, { task: other });
    expect(editor()).toBeNull();
    choose('Edit');
    expect(document.activeElement).toBe(editor());
    type('Best');
    fireEvent.click(screen.getByRole('button', { name: 'Cancel' }));
    await lookAway(change, { task: other });
    expect(editor()).toBeNull();
    act(() => runToastAction(listToasts()[0]?.id ?? 0));
    expect(editor()?.value).toBe('Best');
  });
});

describe('a deleted note', () => {
  test('goes at once and comes back with Undo', async () => {
    stored = [sampleNote('a', 1)];
    await open();
    answer = ({ method }) => {
      if (method === 'GET') return undefined;
      return success(sampleNote('a', 1, method === 'DELETE' ? { deleted_at: '2026-02-01T00:00:00.000Z' } : {}));
    };
    choose('Delete');
    await waitFor(() => expect(listed()).toEqual([]));
    const [shown] = listToasts();
    expect(shown?.action?.label).toBe('Undo');
    act(() => runToastAction(shown?.id ?? 0));
    await waitFor(() => expect(server.to('/api/notes/a/undelete')).toHaveLength(1));
    expect(listed()).toEqual(['a']);
  });

  test('comes back by itself when the server refuses', async () => {
    stored = [sampleNote('a', 1)];
    await open();
    answer = ({ method }) => (method === 'DELETE' ? failure(500, 'Broken') : undefined);
    choose('Delete');
    await waitFor(() => expect(listed()).toEqual(['a']));
    expect(listToasts().some(({ description }) => description === 'Broken')).toBe(true);
  });
});

test('a pin shows at once and leaves again when it fails', async () => {
  stored = [sampleNote('a', 1)];
  await open();
  const late = Promise.withResolvers<Response>();
  answer = ({ method }) => (method === 'PATCH' ? late.promise : undefined);
  choose('Pin');
  expect(screen.getByRole('img', { name: 'Pinned' })).toBeTruthy();
  late.resolve(failure(500, 'Broken'));
  await waitFor(() => expect(screen.queryByRole('img', { name: 'Pinned' })).toBeNull());
});

test('a note put in another’s place is sent with what it replaces', async () => {
  stored = [sampleNote('a', 1, { task_id: 't1', pinned: true })];
  await open({ task });
  answer = ({ method }) =>
    method === 'POST'
      ? success(sampleNote('b', 2, { task_id: 't1', supersedes_id: 'a', body: 'Newer' }), 201)
      : undefined;
  choose('Replace with a new note');
  fireEvent.change(screen.getByRole('textbox', { name: 'Replace with a new note' }), { target: { value: 'Newer' } });
  fireEvent.click(screen.getByRole('button', { name: 'Replace note' }));
  await waitFor(() => expect(listed()).toEqual(['b', 'a']));
  expect(server.to('/api/projects/p/notes')[0]?.body).toEqual({
    type: 'PROGRESS',
    body: 'Newer',
    task_id: 't1',
    supersedes_id: 'a',
    pinned: true,
  });
  expect(screen.getByRole('button', { name: 'a newer note' })).toBeTruthy();
});

const start = () => fireEvent.click(screen.getByRole('button', { name: /Add a note…/ }));
const field = () => screen.getByRole<HTMLTextAreaElement>('textbox', { name: /Add a note to/ });
const write = (text: string) => fireEvent.change(field(), { target: { value: text } });
const storedDrafts = () => Object.values(sessionStorage) as unknown[];
const save = () => fireEvent.keyDown(field(), { key: 'Enter', metaKey: true });

test('a change that fails as the whole app shows already says nothing more', async () => {
  stored = [sampleNote('a', 1, { task_id: 't1' })];
  await open({ task });
  answer = ({ method }) =>
    method === 'PATCH' ? failure(503, 'Back at noon.', { errorType: 'MAINTENANCE' }) : undefined;
  chooseOf('Body of a', 'Pin');
  await waitFor(() => expect(server.to('/api/notes/a')).toHaveLength(1));
  await waitFor(() => expect(isSaving()).toBe(false));
  expect(toastTitles()).toEqual([]);
});

describe('the composer', () => {
  test('adds a note to the selected task, in view before the server has answered', async () => {
    await open({ task });
    const late = Promise.withResolvers<Response>();
    answer = ({ method }) => (method === 'POST' ? late.promise : undefined);
    start();
    write('Mind the clock');
    fireEvent.change(screen.getByRole('combobox', { name: 'Note type' }), { target: { value: 'FINDING' } });
    save();
    expect(await screen.findByText('Mind the clock')).toBeTruthy();
    expect(screen.queryByRole('textbox')).toBeNull();
    expect(isSaving(), 'whoever leaves now is asked').toBe(true);
    await act(async () => late.resolve(success(sampleNote('n', 5, { task_id: 't1', body: 'Mind the clock' }), 201)));
    await waitFor(() => expect(listed()).toEqual(['n']));
    expect(isSaving()).toBe(false);
    expect(server.to('/api/projects/p/notes')[0]?.body).toEqual({
      type: 'FINDING',
      body: 'Mind the clock',
      task_id: 't1',
    });
    expect(sessionStorage.length).toBe(0);
  });

  test('has the text again when it could not be saved', async () => {
    await open({ task });
    const late = Promise.withResolvers<Response>();
    answer = ({ method }) => (method === 'POST' ? late.promise : undefined);
    start();
    write('Mind the clock');
    save();
    await screen.findByText('Mind the clock');
    await act(async () => late.resolve(failure(500, 'Broken')));
    await waitFor(() => expect(listed()).toEqual([]));
    expect(field().value).toBe('Mind the clock');
    expect(listToasts()[0]?.description).toBe('Broken');
  });

  test.each([
    ['was saved', () => success(sampleNote('n', 5, { task_id: 't1', body: 'One' }), 201), 'Two'],
    ['could not be saved', () => failure(500, 'Broken'), 'One\n\nTwo'],
  ])('keeps the next note while it is being written, whether or not the one before %s', async (_how, reply, text) => {
    const { change } = await open({ task });
    const late = Promise.withResolvers<Response>();
    answer = ({ method }) => (method === 'POST' ? late.promise : undefined);
    start();
    write('One');
    save();
    start();
    write('Two');
    const written = field();
    await act(async () => late.resolve(reply()));
    await waitFor(() => expect(field().value).toBe(text));
    expect(field()).toBe(written);
    change({ task: sampleTask('t2', 'Other') });
    change({ task });
    start();
    expect(field().value).toBe(text);
  });

  test('leaves whoever writes elsewhere by now where they are, and keeps the text that could not be saved', async () => {
    stored = [sampleNote('a', 1, { task_id: 't1' })];
    await open({ task });
    const late = Promise.withResolvers<Response>();
    answer = ({ method }) => (method === 'POST' ? late.promise : undefined);
    start();
    write('One');
    save();
    chooseOf('Body of a', 'Edit');
    await act(async () => late.resolve(failure(500, 'Broken')));
    expect(await screen.findByText('Draft')).toBeTruthy();
    expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Edit note' }));
    start();
    expect(field().value).toBe('One');
  });

  test('keeps a draft for each task, through Escape and another selection', async () => {
    const { change } = await open({ task });
    start();
    write('Half a thought');
    fireEvent.keyDown(field(), { key: 'Escape' });
    expect(screen.queryByRole('textbox')).toBeNull();
    change({ task: sampleTask('t2', 'Other') });
    start();
    expect(field().value).toBe('');
    change({ task });
    start();
    expect(field().value).toBe('Half a thought');
  });

  test('does not offer what is being saved as a draft to whoever left the task and is back', async () => {
    const { change } = await open({ task });
    const late = Promise.withResolvers<Response>();
    answer = ({ method }) => (method === 'POST' ? late.promise : undefined);
    start();
    write('One');
    save();
    change({ task: sampleTask('t2', 'Other') });
    change({ task });
    expect(screen.queryByText('Draft')).toBeNull();
    start();
    expect(field().value).toBe('');
    expect(storedDrafts(), 'a reload would lose it otherwise').toEqual(['One']);
    await act(async () => late.resolve(success(sampleNote('n', 5, { task_id: 't1', body: 'One' }), 201)));
    expect(field().value).toBe('');
    expect(sessionStorage.length).toBe(0);
  });

  test('has the text that could not be saved also after leaving the task and coming back', async () => {
    const { change } = await open({ task });
    const late = Promise.withResolvers<Response>();
    answer = ({ method }) => (method === 'POST' ? late.promise : undefined);
    start();
    write('One');
    save();
    change({ task: sampleTask('t2', 'Other') });
    change({ task });
    start();
    write('Two');
    await act(async () => late.resolve(failure(500, 'Broken')));
    expect(field().value).toBe('One\n\nTwo');
    expect(storedDrafts()).toEqual(['One\n\nTwo']);
  });

  test('says nothing of a failure that the whole app shows', async () => {
    await open({ task });
    answer = ({ method }) =>
      method === 'POST' ? failure(503, 'Back at noon.', { errorType: 'MAINTENANCE' }) : undefined;
    start();
    write('Mind the clock');
    save();
    await waitFor(() => expect(field().value).toBe('Mind the clock'));
    expect(toastTitles()).toEqual([]);
  });

  test('does not send nothing', async () => {
    await open({ task });
    start();
    write(' \n ');
    save();
    expect(screen.getByRole('alert').textContent).toBe('Write something first.');
    expect(server.asked.filter(({ method }) => method === 'POST')).toEqual([]);
  });

  test('leaves a tab that would hide what was added', async () => {
    const { onTab } = await open({ task, tab: 'files' });
    answer = ({ method }) => (method === 'POST' ? success(sampleNote('n', 5, { task_id: 't1' }), 201) : undefined);
    start();
    write('x');
    fireEvent.change(screen.getByRole('combobox', { name: 'Note type' }), { target: { value: 'CONTEXT' } });
    save();
    expect(onTab).toHaveBeenCalledExactlyOnceWith('all');
    await waitFor(() => expect(server.to('/api/projects/p/notes')).toHaveLength(1));
  });
});

describe('a note that is still being added', () => {
  const at = (minute: number) => `2030-01-01T00:0${minute}:00.000Z`;
  /** A new id per case: the mapping from draft ids to server ids is module state. */
  let id = '';
  beforeEach(() => (id = crypto.randomUUID()));
  const saved = (more: Partial<Record<keyof Note, unknown>> = {}) => {
    const dates = { created_at: at(1), updated_at: at(1) };
    return sampleNote(id, 5, { task_id: 't1', type: 'CONTEXT', body: 'Mine', ...dates, ...more });
  };
  const editor = () => screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Edit note' });
  const rewrite = (text: string) => fireEvent.change(editor(), { target: { value: text } });
  const saveEdit = () => fireEvent.click(screen.getByRole('button', { name: 'Save' }));
  const isSettled = () => waitFor(() => expect(document.querySelector('article[data-pending]')).toBeNull());
  /** Mutations only, in order. */
  const sent = () =>
    server.asked.flatMap(({ method, path, body }) =>
      method === 'GET' || path === '/api/auth/token' ? [] : [[method, path, body]],
    );
  const POSTED = ['POST', '/api/projects/p/notes', { type: 'CONTEXT', body: 'Mine', task_id: 't1' }];

  /** Adds a note whose response is held back until released; later requests are answered at once. */
  async function begin(body = 'Mine') {
    const panel = await open({ task });
    const late = Promise.withResolvers<Response>();
    let isAdded = false;
    let row: Note = saved({ body });
    let minute = 1;
    answer = ({ method, path, body: asked }) => {
      if (method === 'GET' || path === '/api/auth/token') return undefined;
      if (path === '/api/projects/p/notes') {
        if (isAdded)
          return success(saved({ id: `${id}-b`, ...Object(asked), created_at: at(9), updated_at: at(9) }), 201);
        isAdded = true;
        return late.promise;
      }
      minute += 1;
      if (method === 'PATCH') row = { ...row, ...Object(asked) };
      if (Object(asked).body !== undefined) row = { ...row, updated_at: at(minute) };
      return success({ ...row, deleted_at: method === 'DELETE' ? at(minute) : null });
    };
    start();
    write(body);
    save();
    await screen.findByRole('article');
    return { ...panel, reply: (reply = success(saved({ body }), 201)) => act(async () => late.resolve(reply)) };
  }

  test.each([
    ['the answer comes', false],
    ['the feed tells of it before the answer', true],
  ])('keeps its card and what is typed there when %s', async (_what, isTold) => {
    const { reply } = await begin();
    const card = screen.getByRole('article');
    choose('Edit');
    rewrite('Better');
    const written = editor();
    if (isTold) {
      await act(async () => changeNotes(cache, 'p', [saved()]));
      expect(screen.getAllByRole('article')).toEqual([card]);
    }
    await reply();
    await waitFor(() => expect(listed()).toEqual([id]));
    expect(screen.getByRole('article')).toBe(card);
    expect(document.activeElement).toBe(written);
    expect([editor(), editor().value]).toEqual([written, 'Better']);
    expect(screen.queryByText('Changed in the meantime')).toBeNull();
    saveEdit();
    expect(await screen.findByText('Better')).toBeTruthy();
    await isSettled();
    const edit = { type: 'CONTEXT', body: 'Better', base_updated_at: at(1) };
    expect(sent()).toEqual([POSTED, ['PATCH', `/api/notes/${id}`, edit]]);
  });

  test('keeps its card when the list is read again before the answer', async () => {
    const { reply } = await begin();
    const card = screen.getByRole('article');
    for (const rows of [[], [saved()]]) {
      stored = rows;
      await act(() => cache.refetchQueries());
      expect(screen.getAllByRole('article')).toEqual([card]);
    }
    await reply();
    await waitFor(() => expect(listed()).toEqual([id]));
    expect(screen.getByRole('article')).toBe(card);
  });

  test('keeps its open menu', async () => {
    const { reply } = await begin();
    fireEvent.click(screen.getByRole('button', { name: 'Note actions' }));
    const menu = screen.getByRole('menu');
    await reply();
    await waitFor(() => expect(listed()).toEqual([id]));
    expect(screen.getByRole('menu')).toBe(menu);
  });

  test('takes edits at once and sends them afterwards, under its real id and in their order', async () => {
    const { reply } = await begin();
    choose('Pin');
    choose('Edit');
    rewrite('Better');
    saveEdit();
    choose('Delete');
    await waitFor(() => expect(listed()).toEqual([]));
    act(() => runToastAction(listToasts()[0]?.id ?? 0));
    expect(await screen.findByText('Better')).toBeTruthy();
    expect(sent()).toEqual([POSTED]);
    await reply();
    await waitFor(() => expect(sent()).toHaveLength(5));
    expect(sent().slice(1)).toEqual([
      ['PATCH', `/api/notes/${id}`, { pinned: true }],
      ['PATCH', `/api/notes/${id}`, { type: 'CONTEXT', body: 'Better', base_updated_at: at(1) }],
      ['DELETE', `/api/notes/${id}`, undefined],
      ['POST', `/api/notes/${id}/undelete`, undefined],
    ]);
    await isSettled();
    expect(listed()).toEqual([id]);
    expect(screen.getByText('Better')).toBeTruthy();
    expect(screen.getByRole('img', { name: 'Pinned' })).toBeTruthy();
  });

  test('can be replaced: the other waits, and names what it replaces by its real id', async () => {
    const { reply } = await begin();
    choose('Replace with a new note');
    fireEvent.change(screen.getByRole('textbox', { name: 'Replace with a new note' }), { target: { value: 'Newer' } });
    fireEvent.click(screen.getByRole('button', { name: 'Replace note' }));
    expect(await screen.findByText('Newer')).toBeTruthy();
    expect(screen.getByRole('button', { name: 'a newer note' })).toBeTruthy();
    expect(sent()).toEqual([POSTED]);
    await reply();
    await waitFor(() => expect(listed()).toEqual([`${id}-b`, id]));
    expect(sent()[1]?.[2]).toMatchObject({ body: 'Newer', supersedes_id: id });
    await isSettled();
    fireEvent.click(screen.getByRole('button', { name: 'a newer note' }));
    await waitFor(() => expect(document.activeElement?.id).toBe(`note-${id}-b`));
  });

  test('and then is not takes its edits with it, and the composer has the newest text', async () => {
    const { reply } = await begin();
    choose('Pin');
    choose('Edit');
    rewrite('Better');
    saveEdit();
    await reply(failure(500, 'Broken'));
    await waitFor(() => expect(listToasts()).toHaveLength(3));
    expect(listToasts().map(({ description }) => description)).toEqual([
      'The note was not changed.',
      'The note was not changed.',
      'Broken',
    ]);
    expect(listed()).toEqual([]);
    expect(field().value).toBe('Better');
    expect(sent()).toEqual([POSTED]);
  });

  test('stays open, in view and marked as changed under its real id', async () => {
    const body = `${'word '.repeat(150)}end`;
    const { reply, change } = await begin(body);
    fireEvent.click(screen.getByRole('button', { name: 'Read More' }));
    const box = screen.getByRole('tabpanel');
    box.scrollTop = 400;
    fireEvent.scroll(box);
    await reply();
    await waitFor(() => expect(listed()).toEqual([id]));
    expect(screen.getByText(/end$/)).toBeTruthy();
    expect(screen.queryByRole('button', { name: /new note/ })).toBeNull();
    change({ recentChanges: new Map([[id, 1]]) });
    expect(screen.getByRole('article').dataset['fresh']).toBe('');
    fireEvent.click(screen.getByRole('button', { name: 'Show Less' }));
    expect(await screen.findByText(/\.\.\.$/)).toBeTruthy();
  });
});

test('keys change tab, order and length, and lead into the list', async () => {
  const uninstall = installShortcuts(window);
  const { onTab, onSort } = await open({ task });
  for (const key of ['1', '2', '3', '4', '5', 'o', 'e', 'n']) fireEvent.keyDown(document.body, { key });
  uninstall();
  expect(onTab.mock.calls.flat()).toEqual(['all', 'progress', 'files', 'findings', 'context']);
  expect(onSort).toHaveBeenCalledExactlyOnceWith('oldest');
  expect(screen.getByRole('button', { name: 'Collapse All' })).toBeTruthy();
  expect(document.activeElement).toBe(screen.getByRole('tabpanel'));
});

test('the task’s chip clears the selection', async () => {
  const { onClearTask } = await open({ task });
  fireEvent.click(screen.getByRole('button', { name: 'Clear task filter' }));
  expect(onClearTask).toHaveBeenCalledOnce();
});
