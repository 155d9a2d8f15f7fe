export { PublicFrame } from './public-frame.tsx';
export { Questions } from './questions.tsx';
export { TextPage } from './text-page.tsx';
