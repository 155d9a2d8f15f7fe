import { ChevronLeft, LogOut } from 'lucide-react';
import { Link, NavLink } from 'react-router';
import { ADMIN_TEXTS as T } from '#contract/texts.ts';
import { signOut } from '#web/lib/sign-in.ts';
import { paths } from '#web/paths.ts';
import { Avatar, initialsOf } from '#web/ui/labels.tsx';
import { useCharts, useEmail } from './queries.ts';
import { SECTION_GROUPS } from './sections.ts';

/** The ways through the console, and out of it. */
export function Sidebar() {
  return (
    <>
      <Sections />
      <Foot />
    </>
  );
}

function Sections() {
  const { data: charts } = useCharts();
  const unresolved = charts?.unresolvedTotal ?? 0;
  return (
    <nav aria-label="Admin sections">
      {SECTION_GROUPS.map(({ title, sections }) => (
        <div key={title} className="adm-group">
          <h2>{title}</h2>
          <ul>
            {sections.map(({ label, to, icon: Icon, counts }) => (
              <li key={to}>
                <NavLink to={to} end={to === paths.admin}>
                  <Icon />
                  <span>{label}</span>
                  {counts && unresolved > 0 && (
                    <span className="adm-count end">
                      {unresolved.toLocaleString('en-US')}
                      <span className="sr"> unresolved</span>
                    </span>
                  )}
                </NavLink>
              </li>
            ))}
          </ul>
        </div>
      ))}
    </nav>
  );
}

function Foot() {
  const email = useEmail();
  return (
    <div className="adm-foot">
      <div className="row g2 adm-who">
        <Avatar initials={initialsOf(email)} />
        <div className="fill">
          <div className="trunc small font-medium" title={email}>
            {email ?? '\u00A0'}
          </div>
          <div className="small t3">{T.administrator}</div>
        </div>
      </div>
      <Link to={paths.projects} className="adm-way">
        <ChevronLeft />
        {T.backToApp}
      </Link>
      <button type="button" className="adm-way" onClick={signOut}>
        <LogOut />
        {T.signOut}
      </button>
    </div>
  );
}
