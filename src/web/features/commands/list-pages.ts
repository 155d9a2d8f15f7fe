import {
  BookOpen,
  Columns2,
  CreditCard,
  FileText,
  Folders,
  KeyRound,
  type LucideIcon,
  Plug,
  Settings2,
  ShieldCheck,
  UserRound,
  History,
} from 'lucide-react';
import { paths } from '#web/paths.ts';

export interface Page {
  label: string;
  icon: LucideIcon;
  address: string;
  /** The shortcut that goes there, if it is registered. */
  keys?: string;
  /** Outside the app's router: the document is loaded. */
  leaves?: true;
}

interface Known {
  /** Within the console its pages are listed apart. */
  isInConsole: boolean;
  projectId: string | undefined;
  hasPlans: boolean;
  isAdmin: boolean;
}

/** Pages to go to: those of the open project first. */
export function listPages({ isInConsole, projectId, hasPlans, isAdmin }: Known): Page[] {
  return [
    ...(projectId === undefined ? [] : projectPages(projectId)),
    {
      label: 'Connect an agent',
      icon: Plug,
      address: projectId === undefined ? paths.apiKeys : paths.connectAgent(projectId),
    },
    { label: 'Open projects', icon: Folders, address: paths.projects, keys: 'g p' },
    { label: 'Open API keys', icon: KeyRound, address: paths.apiKeys, keys: 'g k' },
    { label: 'Open account', icon: UserRound, address: paths.profile },
    ...(hasPlans ? [{ label: 'Open subscription', icon: CreditCard, address: paths.subscription, keys: 'g s' }] : []),
    ...(isAdmin && !isInConsole
      ? [{ label: 'Open admin console', icon: ShieldCheck, address: paths.admin, keys: 'g a' }]
      : []),
    { label: 'Open documentation', icon: BookOpen, address: paths.docs, leaves: true },
  ];
}

const projectPages = (projectId: string): Page[] => [
  { label: 'Open tasks and notes', icon: Columns2, address: paths.tasks(projectId) },
  { label: 'Open PRD', icon: FileText, address: paths.prd(projectId) },
  { label: 'Open timeline', icon: History, address: paths.timeline(projectId), keys: 'g w' },
  { label: 'Open project settings', icon: Settings2, address: paths.projectSettings(projectId), keys: 'g e' },
];
