export { ThemeButton } from './theme-button.tsx';
