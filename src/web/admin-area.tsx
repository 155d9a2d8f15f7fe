import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { Outlet } from 'react-router';
import { AdminLayout, AdminOnly } from '#web/features/admin/index.ts';
import { SignedInOnly } from '#web/features/session/index.ts';
import { followAccount } from '#web/lib/live/live.ts';
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

function Inside() {
  const cache = useQueryClient();
  useEffect(() => followAccount(cache), [cache]);
  usePlaceKeys(true);
  return (
    <AdminLayout>
      <Outlet />
    </AdminLayout>
  );
}
