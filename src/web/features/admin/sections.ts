import {
  Database,
  LayoutGrid,
  List,
  type LucideIcon,
  ShieldCheck,
  SlidersHorizontal,
  TriangleAlert,
  Users,
  Wrench,
} from 'lucide-react';
import { ADMIN_TEXTS } from '#contract/admin-texts.ts';
import { paths } from '#web/paths.ts';

const { groups } = ADMIN_TEXTS;

interface Section {
  label: string;
  to: string;
  icon: LucideIcon;
  /** Badge at its end: the number of unresolved errors or of what is not safe yet, or that maintenance mode is on. */
  mark?: 'errors' | 'safety' | 'mode';
}

export const SECTION_GROUPS: readonly { title: string; sections: readonly Section[] }[] = [
  { title: groups.overview, sections: [{ label: 'Dashboard', to: paths.admin, icon: LayoutGrid }] },
  { title: groups.users, sections: [{ label: 'All Users', to: paths.adminUsers, icon: Users }] },
  {
    title: groups.monitoring,
    sections: [
      { label: 'Activity Logs', to: paths.adminLogs, icon: List },
      { label: 'Error Logs', to: paths.adminErrors, icon: TriangleAlert, mark: 'errors' },
      { label: 'Database', to: paths.adminDatabase, icon: Database },
      { label: 'Safety', to: paths.adminSafety, icon: ShieldCheck, mark: 'safety' },
    ],
  },
  {
    title: groups.configuration,
    sections: [
      { label: 'Settings', to: paths.adminSettings, icon: SlidersHorizontal },
      { label: 'Maintenance', to: paths.adminMaintenance, icon: Wrench, mark: 'mode' },
    ],
  },
];
