import type { ReactNode } from 'react';
import { usePageTitle } from '#web/lib/page-title.ts';

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
      <div className="fill">
        <div className="row g2">
          <h1 className="trunc">{title}</h1>
          {beside}
        </div>
        {sub !== undefined && <p className="num">{sub}</p>}
      </div>
      {actions}
    </div>
  );
}
