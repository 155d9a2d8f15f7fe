export { TOOLS } from '#server/agent/tools/index.ts';
