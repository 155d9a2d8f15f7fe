import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { UPLOAD_MAX_BYTES } from '#contract/constants.ts';
import type { ImportReport } from '#contract/transfer.ts';
import { failure, fakeFetch, success, tokenFor } from '#test/fake-fetch.ts';
import { fakeTopLayer } from '#test/web/fake-top-layer.ts';
import { dismissToast, listToasts } from '#web/ui/toast.ts';
import { exportPlan, fileNameOf } from './export-plan.ts';
import { ImportDialog } from './import-dialog.tsx';
import { ImportReportView } from './import-report.tsx';
import { refuseImportFile } from './read-import-file.ts';

beforeAll(fakeTopLayer);
afterEach(cleanup);

describe('a file to import', () => {
  it.each(['tasks.json', 'issues.jsonl', 'a.json.gz', 'backlog.zip', 'BACKLOG.TAR', 'b.tar.gz', 'b.tgz'])(
    '%s is taken as it is',
    (name) => {
      expect(refuseImportFile(new File(['x'], name))).toBeUndefined();
    },
  );

  it('is refused with a reason when it is empty, unknown or too large', () => {
    expect(refuseImportFile(new File([], 'a.json'))).toBe('This file is empty.');
    expect(refuseImportFile(new File(['x'], 'a.exe'))).toContain('Please choose');
    const large = new File(['x'], 'a.zip');
    Object.defineProperty(large, 'size', { value: UPLOAD_MAX_BYTES + 1 });
    expect(refuseImportFile(large)).toContain('the limit is 128 MB');
  });
});

it.each([
  ['Harbor API', 'harbor-api'],
  ['../../etc/passwd', 'etc-passwd'],
  ['🚢', 'project'],
  ['  Überblick  ', 'überblick'],
])('the project "%s" is exported as %s', (name, file) => {
  expect(fileNameOf(name)).toBe(file);
});

describe('an export that fails', () => {
  const fail = async (answer: Response) => {
    fakeFetch(({ path }) => (path === '/api/auth/token' ? Response.json({ token: tokenFor('u1') }) : answer));
    await exportPlan({ id: 'p1', name: 'Harbor API' }, 'markdown');
    return listToasts().map(({ id, description }) => {
      dismissToast(id);
      return description;
    });
  };

  it('says why, unless the whole app shows it already', async () => {
    expect(await fail(failure(500, 'Not now.'))).toEqual(['Not now.']);
    expect(await fail(failure(503, 'Back at noon.', { errorType: 'MAINTENANCE' }))).toEqual([]);
  });
});

const report = (lines: ImportReport['lines'], more: object = {}) =>
  ({ project: { id: 'p1', name: 'Harbor API' }, format: 'beads', tasks: 2, notes: 1, lines, ...more }) as ImportReport;

describe('the report', () => {
  const lines: ImportReport['lines'] = [
    { where: 'line 1', outcome: 'imported', message: 'T1 Build' },
    { where: 'line 2', outcome: 'skipped', message: 'not JSON' },
    { where: 'line 3', outcome: 'changed', message: 'title cut' },
  ];
  const show = (given: ImportReport) =>
    render(
      <MemoryRouter>
        <ImportReportView report={given} here="p1" onClose={() => {}} />
      </MemoryRouter>,
    );

  it('counts, and shows only the problems on request', () => {
    show(report(lines));
    expect(screen.getByText('1 imported · 1 changed · 1 skipped')).toBeDefined();
    expect(screen.getByText('2 tasks and 1 note were imported into Harbor API.')).toBeDefined();
    fireEvent.click(screen.getByRole('button', { name: /Only problems/ }));
    expect(screen.getAllByRole('listitem').map((each) => each.textContent)).toEqual([
      'line 2Skippednot JSON',
      'line 3Changedtitle cut',
    ]);
  });

  it('of thousands of lines is shown in parts', () => {
    show(report(Array.from({ length: 450 }, (_, i) => ({ ...lines[0]!, where: `line ${i}` }))));
    expect(screen.getAllByRole('listitem')).toHaveLength(200);
    fireEvent.click(screen.getByRole('button', { name: 'Show more (250 left)' }));
    expect(screen.getAllByRole('listitem')).toHaveLength(400);
    expect(screen.queryByRole('button', { name: /Only problems/ })).toBeNull();
  });

  it('leads to a new project, not to the one on screen', () => {
    show(report(lines));
    expect(screen.queryByRole('link')).toBeNull();
    cleanup();
    show(report(lines, { project: { id: 'p2', name: 'Other' } }));
    expect(screen.getByRole('link', { name: 'Open Other' }).getAttribute('href')).toBe('/projects/p2/tasks');
  });
});

describe('the import', () => {
  const open = () => {
    render(
      <QueryClientProvider client={new QueryClient()}>
        <MemoryRouter>
          <ImportDialog project={{ id: 'p1', name: 'Harbor API' }} onClose={() => {}} />
        </MemoryRouter>
      </QueryClientProvider>,
    );
    return screen.getByLabelText('File to import');
  };
  const choose = async (input: HTMLElement, file: File) => {
    fireEvent.change(input, { target: { files: [file] } });
    await screen.findByText(file.name);
  };

  it('refuses a file whose name the server would refuse', async () => {
    fireEvent.change(open(), { target: { files: [new File(['{}'], 'tasks.html.json')] } });
    expect(await screen.findByText(/^The file name must not have the extension \.html/)).toBeDefined();
  });

  it('sends the file as a new project and shows what became of it', async () => {
    const server = fakeFetch(({ path }) =>
      path === '/api/auth/token'
        ? Response.json({ token: tokenFor('u1') })
        : success(report([{ where: 'line 1', outcome: 'imported', message: 'fine' }]), 201),
    );
    await choose(open(), new File(['{}'], 'issues.jsonl'));
    fireEvent.click(screen.getByRole('button', { name: 'As a new project' }));
    fireEvent.change(screen.getByRole('textbox', { name: 'Name of the new project' }), { target: { value: ' Copy ' } });
    fireEvent.change(screen.getByRole('combobox', { name: 'Format' }), { target: { value: 'beads' } });
    fireEvent.click(screen.getByRole('button', { name: 'Import' }));
    await screen.findByText('Import finished');
    const sent = server.asked.at(-1);
    const url = new URL(sent?.path ?? '', 'http://baton');
    expect(url.pathname).toBe('/api/projects/import');
    expect(Object.fromEntries(url.searchParams)).toEqual({ filename: 'issues.jsonl', name: 'Copy', format: 'beads' });
    expect(sent?.body, 'the file itself, unread').toBeInstanceOf(File);
  });

  it('that is refused keeps the file and says why', async () => {
    const server = fakeFetch(({ path }) =>
      path === '/api/auth/token' ? Response.json({ token: tokenFor('u1') }) : failure(400, 'Line 3 is not JSON.'),
    );
    await choose(open(), new File(['{}'], 'issues.jsonl'));
    fireEvent.click(screen.getByRole('button', { name: 'Import' }));
    await screen.findByText('Line 3 is not JSON.');
    expect(screen.getByText('issues.jsonl')).toBeDefined();
    await waitFor(() => expect(server.asked.at(-1)?.path).toContain('project_id=p1'));
  });

  it('is not possible without a file that can be read', async () => {
    const asked = vi.fn();
    vi.stubGlobal('fetch', asked);
    fireEvent.change(open(), { target: { files: [new File([], 'empty.json')] } });
    await screen.findByText('This file is empty.');
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Import' }).disabled).toBe(true);
    expect(asked).not.toHaveBeenCalled();
  });
});
