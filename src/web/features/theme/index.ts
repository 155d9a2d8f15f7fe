export { ThemeButton } from './theme-button.tsx';
export { useTheme } from './use-theme.ts';
