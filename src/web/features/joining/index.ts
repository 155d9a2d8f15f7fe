export { useAcceptInvitation, useInvitation } from './queries.ts';
