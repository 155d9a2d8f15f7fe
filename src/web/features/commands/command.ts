import type { ReactNode } from 'react';
import type { Part } from './mark-hits.ts';

export interface Command {
  id: string;
  icon: ReactNode;
  /** A task's number, as T12. */
  number?: string | undefined;
  parts: readonly Part[];
  aside?: string | undefined;
  keys?: string | undefined;
  run: () => void;
}

export interface CommandGroup {
  title: string;
  commands: readonly Command[];
}
