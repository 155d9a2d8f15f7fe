import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useState } from 'react';
import { Outlet } from 'react-router';
import { AdminLayout, AdminOnly, SECTION_GROUPS } from '#web/features/admin/index.ts';
import { CommandMenu, FindButton } from '#web/features/commands/index.ts';
import { SignedInOnly } from '#web/features/session/index.ts';
import { followAccount } from '#web/lib/live/live.ts';
import { paths } from './paths.ts';
import { usePlaceKeys } from './place-keys.ts';

/** Layout of every screen of the console: the two guards, the sidebar, the account's feed and the navigation shortcuts. */
export function Component() {
  return (
    <SignedInOnly>
      <AdminOnly>
        <Inside />
      </AdminOnly>
    </SignedInOnly>
  );
}

const PAGES = SECTION_GROUPS.flatMap(({ sections }) =>
  sections.map(({ label, icon, to }) => ({ label, icon, address: to, ...(to === paths.admin && { keys: 'g a' }) })),
);

function Inside() {
  const cache = useQueryClient();
  useEffect(() => followAccount(cache), [cache]);
  usePlaceKeys(true);
  const [finding, setFinding] = useState(false);
  const find = useCallback(() => setFinding(true), []);
  return (
    <>
      <AdminLayout find={<FindButton onClick={find} />}>
        <Outlet />
      </AdminLayout>
      <CommandMenu open={finding} consolePages={PAGES} onOpen={find} onClose={() => setFinding(false)} />
    </>
  );
}
