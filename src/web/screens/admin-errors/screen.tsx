import { Download, RotateCw } from 'lucide-react';
import { useState } from 'react';
import { ADMIN_ERRORS_TEXTS as T } from '#contract/texts.ts';
import { AdminHead } from '#web/features/admin/index.ts';
import { ErrorSheet, useErrors } from '#web/features/admin-system/index.ts';
import { Button } from '#web/ui/button.tsx';
import { ErrorList } from './error-list.tsx';
import { exportErrors } from './export-errors.ts';
import { Filters } from './filters.tsx';
import { useErrorsUrl } from './use-errors-url.ts';

/** What the server recorded, each error once. */
export function Component() {
  const url = useErrorsUrl();
  const list = useErrors(url.filter, url.page);
  const [exporting, setExporting] = useState(false);
  const save = async () => {
    setExporting(true);
    await exportErrors(url.filter);
    setExporting(false);
  };
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
            <Button icon={<Download />} busy={exporting} onClick={() => void save()}>
              {T.exportCsv}
            </Button>
          </>
        }
      />
      <Filters filter={url.filter} onChange={url.setFilter} />
      <ErrorList list={list} page={url.page} onPage={url.setPage} onOpen={url.open} />
      {url.opened !== undefined && <ErrorSheet key={url.opened} id={url.opened} onClose={url.close} />}
    </>
  );
}

const countErrors = (total: number) => `${total.toLocaleString('en-US')} ${total === 1 ? 'error' : 'errors'} in total`;
