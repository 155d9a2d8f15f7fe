/** One thing that was looked at. */
export interface Finding {
  /** For programs: which thing it is. */
  about: 'server' | 'version' | 'clock' | 'key' | 'project' | 'client';
  isFine: boolean;
  says: string;
  /** What to do about it. */
  advice?: string;
}

export type Tell = (finding: Finding) => void;
