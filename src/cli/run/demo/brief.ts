/** What the script reads of a task's brief. */
export interface Brief {
  number: number;
  title: string;
  checks: readonly { text: string; met: boolean }[];
  note_count: number;
}
