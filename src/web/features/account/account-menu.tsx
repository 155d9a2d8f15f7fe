import {
  BookOpen,
  CreditCard,
  KeyRound,
  LayoutGrid,
  LogOut,
  type LucideIcon,
  Plus,
  Shield,
  SunMoon,
  UserRound,
} from 'lucide-react';
import { cycleTheme } from '#web/lib/theme.ts';
import { signOut } from '#web/lib/session/sign-in.ts';
import { isComing } from '#web/lib/net/is-coming.ts';
import { useHasPlans, useIsInstanceComing } from '#web/lib/net/instance.ts';
import { paths } from '#web/paths.ts';
import { AvatarButton, initialsOf } from '#web/ui/avatar.tsx';
import { Menu } from '#web/ui/menu.tsx';
import { MenuItem, MenuSeparator } from '#web/ui/menu-items.tsx';
import { useMe } from './queries.ts';
import layout from '#web/styles/layout.module.css';

interface Place {
  label: string;
  to: string;
  icon: LucideIcon;
  shortcut?: string;
  /** Shown only where the header has no room for it. */
  smallOnly?: boolean;
}

/** In the order of the menu. */
const PLACES: readonly Place[] = [
  { label: 'New Project', to: paths.newProject, icon: Plus, smallOnly: true },
  { label: 'Projects', to: paths.projects, icon: LayoutGrid, shortcut: 'g p' },
  { label: 'API Keys', to: paths.apiKeys, icon: KeyRound, shortcut: 'g k' },
  { label: 'Account', to: paths.profile, icon: UserRound },
  { label: 'Subscription', to: paths.subscription, icon: CreditCard, shortcut: 'g s' },
];

export function AccountMenu() {
  const account = useMe();
  const me = account.data;
  const hasPlans = useHasPlans();
  // Opened before, it would gain places above the one that is about to be chosen.
  const isWaiting = [isComing(account), useIsInstanceComing()].includes(true);
  const initials = initialsOf(me?.display_name, me?.email);
  return (
    <Menu
      label="Account menu"
      trigger={(props) => (
        <AvatarButton initials={initials} label={`Account menu, ${initials}`} disabled={isWaiting} {...props} />
      )}
    >
      {PLACES.filter(({ to }) => hasPlans || to !== paths.subscription).map(
        ({ label, to, icon: Icon, shortcut, smallOnly }) => (
          <MenuItem
            key={label}
            to={to}
            icon={<Icon />}
            shortcut={shortcut}
            className={smallOnly ? layout.onlyOnPhone : undefined}
          >
            {label}
          </MenuItem>
        ),
      )}
      {me?.is_admin && (
        <MenuItem to={paths.admin} icon={<Shield />} shortcut="g a">
          Admin
        </MenuItem>
      )}
      <MenuItem to={paths.docs} leaves icon={<BookOpen />}>
        Documentation
      </MenuItem>
      <MenuItem icon={<SunMoon />} className={layout.onlyOnPhone} onSelect={cycleTheme}>
        Switch Theme
      </MenuItem>
      <MenuSeparator />
      <MenuItem icon={<LogOut />} onSelect={signOut}>
        Sign Out
      </MenuItem>
    </Menu>
  );
}
