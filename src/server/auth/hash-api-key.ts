import { hash } from 'node:crypto';

/**
 * Keys have enough entropy that an unsalted, fast hash cannot be reversed; being deterministic, it can be looked up by
 * an index.
 */
export const hashApiKey = (key: string): string => hash('sha256', key);
