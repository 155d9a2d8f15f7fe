export declare function supervise(
  argumentsOf: () => string[],
  options?: { firstDelayMs?: number; say?: (line: string) => void },
): Promise<number>;

export declare function isSupervisedByOthers(facts?: {
  env?: Record<string, string | undefined>;
  /** Process ids of this process and of its parent. */
  line?: number[];
  hasFile?: (file: string) => boolean;
}): boolean;
