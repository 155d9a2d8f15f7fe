export type { PrdSection } from './cut-prd.ts';
export { findSection } from './find-section.ts';
export { type PrdQuote, quotePrd } from './quote-prd.ts';
export { type Range, isWithin, readRanges, sayRange } from './read-ranges.ts';
export { countReading, findExcerpt, findTouched, listLineRoles, splitLines } from './rules.ts';
export {
  type PrdText,
  findPrd,
  hasPrd,
  listPrdVersions,
  listVersions,
  readPrd,
  removePrdVersion,
  restorePrdVersions,
  storePrd,
} from './store-prd.ts';
export {
  type StoredReading,
  findCounts,
  findMark,
  findReading,
  spareForReading,
  storeReading,
} from './store-reading.ts';
export { hashRequirement, readHashes, readRequirements, storeRequirements } from './store-requirements.ts';
export { type RoleChange, applyRoles, listRoles, replaceRoles } from './store-roles.ts';
