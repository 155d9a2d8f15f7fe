/** Amount of work, and timeouts after which something counts as never having happened. */
export interface FailoverSizes {
  agents: number;
  /** Acknowledged writes before the primary is killed, and again after the standby is promoted. */
  writes: number;
  /** From the kill to the promotion: what a failover manager or a person takes to be sure. */
  promoteAfterMs: number;
  /** How long the clients retry before they report a failure. */
  patienceMs: number;
  limitMs: number;
}

export const SIZES: FailoverSizes = {
  agents: 16,
  writes: 1_000,
  promoteAfterMs: 3_000,
  patienceMs: 45_000,
  limitMs: 120_000,
};
