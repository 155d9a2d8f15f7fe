export { CommandMenu } from './command-menu.tsx';
export { FindButton } from './find-button.tsx';
