export declare function supervise(
  argumentsOf: () => string[],
  options?: { firstDelayMs?: number; say?: (line: string) => void },
): Promise<number>;

export declare function isSupervisedByOthers(facts?: {
  env?: Record<string, string | undefined>;
  /** Process ids of this process, its parent, and the parent's parent. */
  line?: (number | undefined)[];
  hasFile?: (file: string) => boolean;
}): boolean;
