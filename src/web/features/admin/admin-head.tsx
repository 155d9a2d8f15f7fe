import type { ReactNode } from 'react';
import { usePageTitle } from '#web/lib/page-title.ts';
import layout from '#web/styles/layout.module.css';
import typography from '#web/styles/typography.module.css';
import { cx } from '#web/ui/cx.ts';

export interface AdminHeadProps {
  title: string;
  /** Beside the title, such as a badge. */
  beside?: ReactNode;
  /** Under the title. */
  sub?: ReactNode;
  actions?: ReactNode;
}

/** The head of a screen of the console; it names the window as well. */
export function AdminHead({ title, beside, sub, actions }: AdminHeadProps) {
  usePageTitle(title, 'Admin');
  return (
    <div className="adm-head">
      <div className={layout.grow}>
        <div className={cx(layout.row, layout.gap8)}>
          <h1 className={typography.truncate}>{title}</h1>
          {beside}
        </div>
        {sub !== undefined && <p className={typography.tabular}>{sub}</p>}
      </div>
      {actions}
    </div>
  );
}
