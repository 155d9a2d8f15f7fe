export * from './agents.ts';
export * from './auth.ts';
export * from './billing.ts';
export * from './feed.ts';
export * from './notes.ts';
export * from './plan.ts';
export * from './projects.ts';
export * from './system.ts';
