export interface Fault {
  kind: keyof typeof FAULTS;
  text: string;
}

/** Faults that no plan may have. */
export const FAULTS = {
  title: 'titles that are no piece of the document',
  echo: 'checks that echo the title or each other',
  ticked: 'ticked boxes planned as open work',
  lost: 'lines lost',
  later: 'later work in a task of now',
  order: 'dependencies against the numbering',
} as const;
