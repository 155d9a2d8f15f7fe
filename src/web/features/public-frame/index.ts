export { CallLink, CallToAction } from './call-to-action.tsx';
export { FinalCall } from './final-call.tsx';
export { PageSection } from './page-section.tsx';
export { PublicFrame } from './public-frame.tsx';
export { Questions } from './questions.tsx';
export { TextPage } from './text-page.tsx';
export { useIsSignedIn } from './use-is-signed-in.ts';
