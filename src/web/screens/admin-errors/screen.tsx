import { Download, RotateCw } from 'lucide-react';
import { ADMIN_ERRORS_TEXTS as T } from '#contract/admin-texts.ts';
import { AdminHead } from '#web/features/admin/index.ts';
import { type ErrorFilter, ErrorSheet, useErrors } from '#web/features/admin-system/index.ts';
import { Button } from '#web/ui/button.tsx';
import { ErrorList } from './error-list.tsx';
import { Filters } from './filters.tsx';
import { useErrorsUrl } from './use-errors-url.ts';
import { useExportErrors } from './use-export-errors.ts';

/** Errors recorded by the server, deduplicated. */
export function Component() {
  const url = useErrorsUrl();
  const list = useErrors(url.filter, url.page);
  const save = useExportErrors();
  return (
    <>
      <AdminHead
        title={T.title}
        sub={list.data ? countErrors(list.data.total) : '\u00A0'}
        actions={
          <>
            <Button icon={<RotateCw />} busy={list.isFetching} onClick={() => void list.refetch()}>
              Refresh
            </Button>
            <Button icon={<Download />} busy={save.isPending} onClick={() => save.mutate(url.filter)}>
              {T.exportCsv}
            </Button>
          </>
        }
      />
      <Filters filter={url.filter} onChange={url.setFilter} />
      <ErrorList
        list={list}
        page={url.page}
        onPage={url.setPage}
        onOpen={url.open}
        onShowAll={isAll(url.filter) ? undefined : url.showAll}
      />
      {url.opened !== undefined && <ErrorSheet key={url.opened} id={url.opened} onClose={url.close} />}
    </>
  );
}

const isAll = (filter: ErrorFilter) => Object.values(filter).every((choice) => choice === 'all');

const countErrors = (total: number) => `${total.toLocaleString('en-US')} ${total === 1 ? 'error' : 'errors'} in total`;
