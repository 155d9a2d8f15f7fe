import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useCallback, useEffect, useState } from 'react';
import { Outlet, useLocation, useMatch } from 'react-router';
import { AccountMenu, useMe } from '#web/features/account/index.ts';
import { CommandMenu, FindButton } from '#web/features/commands/index.ts';
import { Frame } from '#web/features/frame/index.ts';
import { SignedInOnly } from '#web/features/session/index.ts';
import { PlanBanner, UpgradeButton } from '#web/features/subscription/index.ts';
import { ThemeButton } from '#web/features/theme/index.ts';
import { keepInFront } from '#web/lib/browser-notifications.ts';
import { followAccount } from '#web/lib/live/live.ts';
import { Brand } from '#web/ui/brand.tsx';
import { Badge } from '#web/ui/badge.tsx';
import { paths } from './paths.ts';
import { useNewsNotifications } from './news-notifications.ts';
import { usePlaceKeys } from './place-keys.ts';
import { useSetUpOnce } from './set-up-once.ts';
import { useProjectVisits } from './visits.ts';
import layout from '#web/styles/layout.module.css';
import styles from './signed-in.module.css';

/** Layout of every screen for signed-in people: the guard, the header, the live feed and the navigation shortcuts. */
export function Component() {
  return (
    <SignedInOnly>
      <Inside />
    </SignedInOnly>
  );
}

function Inside() {
  useLiveAccount();
  useProjectInFront();
  const isAdmin = useMe().data?.is_admin ?? false;
  usePlaceKeys(isAdmin);
  useSetUpOnce(isAdmin);
  useProjectVisits();
  useNewsNotifications();
  const isSettingUp = useLocation().pathname === paths.setUp;
  const [finding, setFinding] = useState(false);
  const find = useCallback(() => setFinding(true), []);
  return (
    <>
      <Frame
        header={(places) => (
          <>
            <Header {...places} isSettingUp={isSettingUp} onFind={find} />
            {!isSettingUp && <PlanBanner />}
          </>
        )}
      >
        <Outlet />
      </Frame>
      <CommandMenu open={finding} onOpen={find} onClose={() => setFinding(false)} />
    </>
  );
}

interface HeaderProps {
  crumbs: ReactNode;
  action: ReactNode;
  /** During the first set-up the header has no search and no upgrade: the kind of the instance is not known yet. */
  isSettingUp: boolean;
  onFind: () => void;
}

function Header({ crumbs, action, isSettingUp, onFind }: HeaderProps) {
  return (
    <header className={styles.header}>
      <Brand to={paths.projects} label="Baton, projects" />
      {isSettingUp ? <Badge tone="outline">First start</Badge> : crumbs}
      <span className={layout.grow} />
      {!isSettingUp && (
        <>
          <FindButton onClick={onFind} />
          {action}
          <UpgradeButton />
        </>
      )}
      <ThemeButton className={layout.hiddenOnPhone} />
      <AccountMenu />
    </header>
  );
}

/** What happens in the project of a page in front is seen there, and needs no notification. */
function useProjectInFront() {
  const projectId = useMatch(`${paths.projects}/:projectId/*`)?.params.projectId;
  useEffect(() => (projectId === undefined ? undefined : keepInFront(projectId)), [projectId]);
}

function useLiveAccount() {
  const cache = useQueryClient();
  useEffect(() => followAccount(cache), [cache]);
}
