/** The result of one check. */
export interface Finding {
  /** Machine-readable topic. */
  about: 'server' | 'version' | 'clock' | 'key' | 'project' | 'client';
  isFine: boolean;
  says: string;
  /** How to fix it. */
  advice?: string;
}

export type Tell = (finding: Finding) => void;
